// report.test.mjs - the report in a browser: what it shows is what the run says, and what a person does with it works.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { cardan, drawn, ink, launch, open, source, table, write } from './browser.mjs';

let browser;
before(async () => {
    browser = await launch();
    assert.equal(cardan('report', `${source}/examples/pendulum.adm`, '--end', '3', '--steps', '300', '--out', '.').status, 0);
});
after(() => browser?.close());

/** A clean page: no error, no warning, nothing asked of the network. */
function clean(page) {
    assert.deepEqual(page.problems, []);
    assert.deepEqual(page.asked, []);
}

test('the report of each example opens, without an error, and shows something', async () => {
    const models = readdirSync(`${source}/examples`).filter((f) => f.endsWith('.adm'));
    assert.ok(models.length >= 11);
    for (const model of models) {
        const name = model.replace('.adm', '');
        const { status } = cardan(
            'report',
            `${source}/examples/${model}`,
            '--end',
            '1',
            '--steps',
            '50',
            '-o',
            `${name}_x.html`,
            '--out',
            'examples',
        );
        const page = await open(browser, `${name}_x.html`, { width: 800, height: 500 });
        clean(page);
        // the 51 outputs that were asked for; impacts may have their own between them
        const shown = await page.evaluate(() => ({
            scene: !!window.cardan.run.scene,
            asked: new Set([...window.cardan.run.time].map((t) => 50 * t).filter((k) => Math.abs(k - Math.round(k)) < 1e-6).map(Math.round)).size,
        }));
        if (status === 0) assert.equal(shown.asked, 51, model);
        else assert.ok(await page.locator('#failure').isVisible(), `${model}: a failure is told`);
        if (shown.scene) assert.ok((await ink(page)) > 0.004, `${model}: the picture is not blank`);
        await page.close();
    }
});

test('the body of the pendulum is where the result says it is', async () => {
    const page = await open(browser, 'pendulum.html');
    const data = table('pendulum');
    const places = [];
    for (const row of [0, 70, 160]) {
        await page.evaluate((t) => window.cardan.player.go(t), data.time[row]);
        await drawn(page);
        // from the numbers of .csv and the camera alone
        const point = ['X', 'Y', 'Z'].map((c) => data[`REQUEST_1.${c}`][row]);
        const seen = await page.evaluate((p) => {
            const { viewer } = window.cardan.stage;
            const mul = (m, v) => [0, 1, 2, 3].map((i) => m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2] + m[12 + i] * v[3]);
            const clip = mul(
                viewer.camera.projectionMatrix.elements,
                mul(viewer.camera.matrixWorldInverse.elements, [...p.map((x) => x * viewer.scale), 1]),
            );
            const { clientWidth: w, clientHeight: h } = viewer.canvas;
            const at = { x: ((clip[0] / clip[3] + 1) / 2) * w, y: ((1 - clip[1] / clip[3]) / 2) * h };
            // the ball as it is drawn
            const ball = viewer.mechanism.groups[0].children.find((o) => o.geometry?.type === 'SphereGeometry');
            const e = ball.matrixWorld.elements;
            const own = mul(
                viewer.camera.projectionMatrix.elements,
                mul(viewer.camera.matrixWorldInverse.elements, [e[12], e[13], e[14], 1]),
            );
            return { at, ball: { x: ((own[0] / own[3] + 1) / 2) * w, y: ((1 - own[1] / own[3]) / 2) * h }, hit: viewer.pick(at.x, at.y) };
        }, point);
        assert.ok(Math.hypot(seen.at.x - seen.ball.x, seen.at.y - seen.ball.y) < 0.5, `t = ${data.time[row]}: ${JSON.stringify(seen)}`);
        assert.equal(seen.hit, 0, 'the part is hit there');
        for (const p of places)
            assert.equal(await page.evaluate((q) => window.cardan.stage.viewer.pick(q.x, q.y), p), null, 'and not where it was before');
        places.push(seen.at);
    }
    clean(page);
    await page.close();
});

test('play advances, keys and buttons step', async () => {
    const page = await open(browser, 'pendulum.html');
    const time = () => page.evaluate(() => window.cardan.player.t);
    assert.equal(await time(), 0);
    await page.click('#play');
    await page.waitForFunction(() => window.cardan.player.t > 0.1);
    await page.keyboard.press('Escape');
    await page.click('#play');
    const stopped = await time();
    await drawn(page);
    assert.equal(await time(), stopped, 'paused');
    await page.keyboard.press('Home');
    for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowRight');
    assert.ok(Math.abs((await time()) - 0.03) < 1e-12);
    await page.click('#back');
    assert.ok(Math.abs((await time()) - 0.02) < 1e-12);
    await page.keyboard.press('End');
    assert.equal(await time(), 3);
    await page.locator('#time').fill('500');
    assert.ok(Math.abs((await time()) - 1.5) < 0.01);
    await page.keyboard.press('2');
    assert.ok(await page.locator('.story').isVisible());
    await page.keyboard.press('/');
    assert.ok(await page.locator('#search').evaluate((e) => e === document.activeElement));
    clean(page);
    await page.close();
});

test('a click on a part names it', async () => {
    const page = await open(browser, 'pendulum.html');
    const at = await page.evaluate(() => window.cardan.stage.viewer.project(window.cardan.stage.motion.centre(0)));
    const box = await page.locator('canvas.view').boundingBox();
    await page.mouse.click(box.x + at.x, box.y + at.y);
    const card = await page.locator('.card').innerText();
    assert.match(card, /arm/);
    assert.match(card, /PART\/2/);
    assert.match(card, /1 kg/);
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('.card').isHidden());
    const joint = await page.evaluate(() => window.cardan.stage.viewer.project(window.cardan.stage.motion.markerPoint(0)));
    await page.mouse.click(box.x + joint.x, box.y + joint.y);
    assert.match(await page.locator('.card').innerText(), /bearing[^]*JOINT\/1 REVOLUTE[^]*force[^]* N/);
    clean(page);
    await page.close();
});

test('the tree filters, curves follow what is ticked, the cursor follows the animation', async () => {
    const page = await open(browser, 'pendulum.html', { width: 1366, height: 768 });
    const data = table('pendulum');
    await page.click('#clear');
    await page.fill('#search', 'bearing reaction');
    const boxes = page.locator('.tree input[type="checkbox"]');
    assert.equal(await boxes.count(), 6);
    await page.fill('#search', 'joint_1 reaction');
    assert.equal(await boxes.count(), 6);
    await page.fill('#search', 'N');
    assert.equal(await boxes.count(), await page.evaluate(() => window.cardan.run.columns.filter((c) => c.unit === 'N').length));
    await page.fill('#search', 'nothing of that name');
    assert.match(await page.locator('.tree').innerText(), /No channel fits/);
    await page.fill('#search', 'arm vz');
    await page.click('[data-channel="arm.VZ"]');
    await page.fill('#search', 'arm wy');
    await page.click('[data-channel="arm.WY"]');
    assert.equal(await page.locator('.panels figure').count(), 2, 'a plot per unit');
    await page.keyboard.press('Escape');
    for (const row of [30, 200]) {
        await page.evaluate((t) => window.cardan.player.go(t), data.time[row]);
        const shown = (await page.locator('.legend b').allInnerTexts()).map(Number);
        assert.ok(Math.abs(shown[0] - data['arm.VZ'][row]) < 1e-3, `${shown[0]} ${data['arm.VZ'][row]}`);
        assert.ok(Math.abs(shown[1] - data['arm.WY'][row]) < 1e-3);
    }
    // a click in a plot moves the animation there
    const over = page.locator('.u-over').first();
    const box = await over.boundingBox();
    await over.click({ position: { x: box.width / 2, y: 40 } });
    assert.ok(Math.abs((await page.evaluate(() => window.cardan.player.t)) - 1.5) < 0.02);
    clean(page);
    await page.close();
});

test('curves are saved as a table and as a picture', async () => {
    const page = await open(browser, 'pendulum.html');
    const data = table('pendulum');
    const saved = async (button) => {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
        return readFileSync(await download.path());
    };
    const lines = (await saved('#csv')).toString().trim().split('\n');
    assert.equal(lines.length, 302);
    assert.match(lines[0], /^"time","REQUEST_1\.X \[m\]"/);
    const [t, x] = lines[101].split(',').map(Number);
    assert.ok(Math.abs(t - data.time[100]) < 1e-12 && Math.abs(x - data['REQUEST_1.X'][100]) < 1e-6);
    assert.deepEqual([...(await saved('#png')).subarray(1, 4)], [80, 78, 71]);
    await page.close();
});

test('curves are drawn between pixels, and a third and fourth run have colours of their own', async () => {
    const names = ['pendulum', 'b.cardan', 'c.cardan', 'd.cardan'];
    for (const name of names.slice(1)) write(name, readFileSync('pendulum.cardan'));
    assert.equal(cardan('report', ...names, '-o', 'four.html').status, 0);
    const page = await open(browser, 'four.html');
    const series = await page.evaluate(() => {
        const first = window.cardan.curves.chosen[0];
        return window.cardan.curves
            .curves()
            .filter((c) => c.column.name === first.name)
            .map((c) => c.colour);
    });
    assert.equal(series.length, 4);
    assert.equal(new Set(series).size, 3); // the second has that of the first, and is dashed
    assert.ok(await page.evaluate(() => window.cardan.curves.plots[0].series.slice(1).every((s) => s.pxAlign === 0)));
    await page.close();
});

test('a second result lies over the first', async () => {
    const text = readFileSync(`${source}/examples/pendulum.adm`, 'utf8');
    write('moon.adm', text.replace('KGRAV = -9.80665', 'KGRAV = -1.62'));
    assert.equal(cardan('run', 'moon.adm', '--end', '3', '--steps', '90').status, 0);
    assert.equal(cardan('report', 'pendulum', 'moon.csv', '-o', 'both.html').status, 0);
    const page = await open(browser, 'both.html');
    const series = await page.evaluate(() =>
        window.cardan.curves.plots[0].series.slice(1).map((s) => ({ label: s.label, dash: s.dash?.length ?? 0 })),
    );
    assert.deepEqual(series.map((s) => s.label).slice(0, 2), ['REQUEST_1.X (pendulum)', 'REQUEST_1.X (moon)']);
    assert.deepEqual(series.map((s) => s.dash > 0).slice(0, 2), [false, true]);
    const moon = table('moon');
    const last = await page.evaluate(() => window.cardan.curves.plots[0].data[2].at(-1));
    assert.ok(Math.abs(last - moon['REQUEST_1.X'].at(-1)) < 1e-6);
    clean(page);
    await page.close();
});

test('a result in other units lies over the first, and what only it has can be chosen', async () => {
    const text = readFileSync(`${source}/examples/pendulum.adm`, 'utf8');
    write('extra.adm', text.replace('END', 'MARKER/299, PART = 2\nREQUEST/77, DISPLACEMENT, I = 299\nEND'));
    const scaled = `a weight that falls
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER
PART/1, GROUND
MARKER/1, PART = 1
!  adams_view_name='weight'
PART/2, MASS = 1, CM = 2, IP = 1, 1, 1
MARKER/2, PART = 2
ACCGRAV/KGRAV = -9.81
INTEGRATOR/GSTIFF, ERROR = 1E-9
END
`;
    write('falls_m.adm', scaled);
    write('falls_mm.adm', scaled.replace('LENGTH = METER', 'LENGTH = MILLIMETER, TIME = MILLISECOND').replace('-9.81', '-0.00981'));
    assert.equal(cardan('run', 'falls_m.adm', '--end', '1', '--steps', '10').status, 0);
    assert.equal(cardan('run', 'falls_mm.adm', '--end', '1000', '--steps', '10').status, 0);
    assert.equal(cardan('report', 'falls_m', 'falls_mm', '-o', 'falls.html').status, 0);
    let page = await open(browser, 'falls.html');
    await page.click('#clear');
    await page.fill('#search', 'weight z');
    await page.click('[data-channel="weight.Z"]');
    const { data, labels } = await page.evaluate(() => ({
        data: window.cardan.curves.plots[0].data.map((x) => Array.from(x)),
        labels: window.cardan.curves.plots[0].series.slice(1).map((s) => s.label),
    }));
    assert.deepEqual(labels, ['weight.Z (falls_m)', 'weight.Z (falls_mm, from mm)']);
    assert.equal(await page.evaluate(() => window.cardan.curves.plots.length), 1);
    assert.ok(Math.abs(data[0].at(-1) - 1) < 1e-9, 'a thousand milliseconds are one second');
    for (const k of [1, 2]) assert.ok(Math.abs(data[k].at(-1) + 4.905) < 1e-5, `${data[k].at(-1)} m after one second`);
    clean(page);
    await page.close();

    assert.equal(cardan('run', 'extra.adm', '--end', '1', '--steps', '10').status, 0);
    assert.equal(cardan('report', 'pendulum', 'extra', '-o', 'union.html').status, 0);
    page = await open(browser, 'union.html');
    await page.click('#clear');
    await page.fill('#search', 'request_77 f3');
    assert.match(await page.locator('.tree').innerText(), /only in extra/);
    await page.click('[data-channel="REQUEST_77.Y"]');
    assert.deepEqual(
        await page.evaluate(() => window.cardan.curves.plots[0].series.slice(1).map((s) => s.label)),
        ['REQUEST_77.Y (extra)'],
    );
    clean(page);
    await page.close();
});

test('runs of one name are told apart', async () => {
    const text = readFileSync(`${source}/examples/pendulum.adm`, 'utf8');
    mkdirSync('here', { recursive: true });
    mkdirSync('there', { recursive: true });
    write('here/m.adm', text);
    write('there/m.adm', text.replace('KGRAV = -9.80665', 'KGRAV = -1.62'));
    assert.equal(cardan('report', 'here/m.adm', 'there/m.adm', '--end', '1', '--steps', '10', '-o', 'apart.html').status, 0);
    assert.equal(cardan('report', 'here/m.adm', 'there/m.adm', '--end', '1', '--steps', '10', '--out', 'same', '-o', 'same.html').status, 0);
    for (const [name, labels] of [
        ['apart.html', [/^here\/m$/, /^there\/m$/]],
        ['same.html', [/^here\/m\.adm /, /^there\/m\.adm /]],
    ]) {
        const page = await open(browser, name);
        const seen = await page.evaluate(() => window.cardan.runs.map((r) => ({ label: r.label, g: r.scene.gravity[2] })));
        seen.forEach((r, k) => assert.match(r.label, labels[k]));
        assert.deepEqual(
            seen.map((r) => r.g),
            [-9.80665, -1.62],
        );
        clean(page);
        await page.close();
    }
});

test('the picture by keys, and tabs by arrows', async () => {
    const page = await open(browser, 'pendulum.html');
    await page.locator('canvas.view').focus();
    const camera = () =>
        page.evaluate(() => {
            const { camera, controls } = window.cardan.stage.viewer;
            const d = camera.position.clone().sub(controls.target);
            return { at: d.clone().normalize().toArray(), far: d.length() };
        });
    const a = await camera();
    await page.keyboard.press('ArrowRight');
    const b = await camera();
    assert.ok(Math.hypot(...a.at.map((x, k) => x - b.at[k])) > 0.05 && Math.abs(a.far - b.far) < 1e-6, 'turned, not moved');
    assert.equal(await page.evaluate(() => window.cardan.player.t), 0, 'time stands');
    await page.keyboard.press('+');
    assert.ok((await camera()).far < 0.9 * b.far);
    for (let k = 0; k < 60; k++) await page.keyboard.press('-');
    assert.ok((await camera()).far < 8.01 * a.far, 'not out of sight');
    await page.evaluate(() => {
        const { viewer, motion } = window.cardan.stage;
        viewer.look(viewer.firstView());
        const d = motion.centre(0).multiplyScalar(viewer.scale).sub(viewer.controls.target);
        viewer.controls.target.add(d);
        viewer.camera.position.add(d);
        viewer.controls.update();
        viewer.render();
    });
    await page.keyboard.press('Enter');
    assert.match(await page.locator('.card').innerText(), /arm/);
    await page.locator('#tab-curves').focus();
    await page.keyboard.press('ArrowRight');
    assert.ok(await page.locator('.story').isVisible());
    assert.ok(await page.locator('#tab-story').evaluate((e) => e === document.activeElement));
    clean(page);
    await page.close();
});

test('the spectrum of a driven slider has its peak at the speed of the crank', async () => {
    assert.equal(cardan('report', `${source}/examples/slider_crank.adm`, '--end', '4', '--steps', '400', '--out', '.').status, 0);
    const page = await open(browser, 'slider_crank.html');
    await page.selectOption('#spectrum', 'fft');
    const peak = await page.evaluate(() => {
        const [f, a] = window.cardan.curves.plots[0].data;
        const k = a.indexOf(Math.max(...a));
        return { f: f[k], a: a[k] };
    });
    assert.ok(Math.abs(peak.f - 2) < 0.2, `${peak.f} Hz`);
    assert.ok(peak.a > 120 && peak.a < 160, `amplitude ${peak.a} mm of a crank of 150 mm`);
    clean(page);
    await page.close();
});

test('a failed run shows where and why on its first screen', async () => {
    write(
        'fails.adm',
        readFileSync(`${source}/examples/pendulum.adm`, 'utf8').replace(
            'END',
            "!  adams_view_name='wind'\nSFORCE/9, TRANSLATION, ACTIONONLY, I = 200, J = 101, FUNCTION = SQRT(0.5 - TIME)\nEND",
        ),
    );
    assert.equal(cardan('report', 'fails.adm', '--end', '2', '--steps', '100').status, 2);
    const page = await open(browser, 'fails.html', { width: 1280, height: 720 });
    const box = await page.locator('#failure').boundingBox();
    assert.ok(box.y + box.height < 400, 'it stands at the top');
    const text = await page.locator('#failure').innerText();
    assert.match(text, /failed at t = 0\.5/i);
    assert.ok(await page.evaluate(() => window.cardan.player.t === window.cardan.run.end && window.cardan.run.end > 0), 'its last output is shown');
    assert.match(text, /SFORCE\/9 \(wind\)/);
    await page.click('#failure .place');
    assert.ok(await page.locator('.line.error.found').isVisible(), 'the line is shown');
    assert.match(await page.locator('.remark.error').first().textContent(), /SQRT/);
    clean(page);
    await page.close();
});

test('names are shown, never executed', async () => {
    const evil = [
        'arm"><img src=x onerror=window.hacked=1>',
        '</script><script>window.hacked=2</script>',
        '<svg onload=window.hacked=3> & ümlaut €',
    ];
    write(
        'evil.adm',
        `${evil[1]} <b>bold</b>
PART/1, GROUND
MARKER/1, PART = 1
!  adams_view_name='${evil[0]}'
PART/2, MASS = 2, CM = 3, IP = 1, 1, 1
MARKER/2, PART = 2
!  adams_view_name='${evil[2]}'
MARKER/3, PART = 2, QP = 3, 0, 0
!  adams_view_name='${evil[2]}'
JOINT/1, REVOLUTE, I = 2, J = 1
!  adams_view_name='${evil[1]}'
SFORCE/1, TRANSLATION, ACTIONONLY, I = 3, J = 1, FUNCTION = SQRT(0.5 - TIME)
REQUEST/1, DISPLACEMENT, I = 3, COMMENT = ${evil[2]}
ACCGRAV/JGRAV = -9.8
END
`,
    );
    assert.equal(cardan('report', 'evil.adm', '--end', '1', '--steps', '20').status, 2);
    const page = await open(browser, 'evil.html');
    assert.equal(await page.locator('h1').innerText(), `${evil[1]} <b>bold</b>`);
    assert.equal(await page.locator('.label').first().textContent(), evil[0]);
    assert.match(await page.locator('#failure').innerText(), /<script>window\.hacked=2<\/script>/);
    for (const tab of ['story', 'dataset', 'reproduce', 'curves']) await page.click(`#tab-${tab}`);
    await page.fill('#search', 'ümlaut');
    assert.ok((await page.locator('.tree .owner').count()) > 0);
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.cardan.stage.pick(0));
    assert.match(await page.locator('.card').innerText(), /<img src=x/);
    assert.equal(await page.locator('img, svg, iframe').count(), 0);
    clean(page);
    // and were there a way in, the policy would stop it
    const injected = await page.evaluate(
        () =>
            new Promise((done) => {
                document.addEventListener('securitypolicyviolation', () => setTimeout(() => done(window.hacked ?? 'stopped'), 50));
                const s = document.createElement('script');
                s.textContent = 'window.hacked = 4';
                document.body.append(s);
            }),
    );
    assert.equal(injected, 'stopped');
    await page.close();
});

test('the story has messages, steps with what limited them, and how to reproduce the run', async () => {
    assert.equal(cardan('report', `${source}/examples/quarter_car.adm`, '--end', '3', '--steps', '300', '--out', '.').status, 0);
    const page = await open(browser, 'quarter_car.html');
    await page.click('#tab-story');
    const story = await page.locator('.story').innerText();
    assert.match(story, /Step limited by/);
    assert.match(story, /integration: \d+ steps/);
    assert.ok(await page.locator('#steps canvas').isVisible());
    await page.locator('#steps .u-over').hover();
    assert.match(await page.locator('.reading').innerText(), /GSTIFF, step .*order \d/);
    assert.ok((await page.locator('.events li').count()) > 0, 'the bump begins and ends');
    await page.click('#tab-reproduce');
    const text = await page.locator('.reproduce').innerText();
    assert.match(text, /cardan run .*quarter_car\.adm --end 3 --steps 300/);
    assert.match(text, /ACCGRAV\/KGRAV = -9\.81/);
    assert.match(text, /in force: INTEGRATOR\/GSTIFF, I3, CORRECTOR = ORIGINAL, ERROR = 0\.001/);
    clean(page);
    await page.close();
});

test('redundant constraints are told at their lines', async () => {
    assert.equal(cardan('report', `${source}/examples/four_bar.adm`, '--out', '.').status, 0);
    const page = await open(browser, 'four_bar.html');
    await page.click('#tab-dataset');
    assert.ok((await page.locator('.remark.warning').count()) >= 1);
    await page.close();
});

test('every shape of GRAPHICS is drawn, on the part of its marker', async () => {
    assert.equal(cardan('report', `${source}/tests/browser/shapes.adm`, '--end', '1', '--steps', '10', '--out', '.').status, 0);
    const page = await open(browser, 'shapes.html');
    const drawn = await page.evaluate(() => {
        const { mechanism } = window.cardan.stage.viewer;
        const types = (g) =>
            g.children
                .map((o) => o.geometry.type)
                .sort()
                .join();
        const boxOf = (o) => (o.geometry.computeBoundingBox(), o.geometry.boundingBox.getSize(o.position.clone()).toArray());
        return {
            part: types(mechanism.groups[0]),
            ground: types(mechanism.ground),
            arrows: mechanism.layers.forces.children.length,
            cylinder: boxOf(mechanism.groups[0].children.find((o) => o.geometry.type === 'CylinderGeometry')),
            mesh: boxOf(
                mechanism.groups[0].children.find(
                    (o) => o.geometry.type === 'BufferGeometry' && o.geometry.attributes.position.count === 12,
                ),
            ),
        };
    });
    // cylinder and frustum; torus, circle and arc; two rods of the outline; plate and STL; and ground with plane and curve
    assert.equal(
        drawn.part,
        [
            'BoxGeometry',
            'BufferGeometry',
            'BufferGeometry',
            'CapsuleGeometry',
            'CapsuleGeometry',
            'CylinderGeometry',
            'CylinderGeometry',
            'SphereGeometry',
            'TorusGeometry',
            'TorusGeometry',
            'TorusGeometry',
        ].join(),
    );
    assert.equal(drawn.ground, 'PlaneGeometry,TubeGeometry');
    assert.equal(drawn.arrows, 1, 'the force of the joint that GRAPHICS/FORCE names, which has no torque');
    drawn.cylinder.forEach((x, k) => assert.ok(Math.abs(x - [0.6, 0.6, 1][k]) < 2e-3));
    drawn.mesh.forEach((x) => assert.ok(Math.abs(x - 0.6) < 1e-6));
    clean(page);
    await page.close();
});

test('modes move', async () => {
    write('modes.acf', `${source}/examples/quarter_car.adm\nmodes\nSIMULATE/STATIC\nLINEAR/EIGENSOL\nSTOP\n`);
    assert.equal(cardan('report', 'modes.acf').status, 0);
    const page = await open(browser, 'modes.html');
    assert.ok((await page.locator('#mode option').count()) >= 3);
    await page.selectOption('#mode', '0');
    const height = () => page.evaluate(() => window.cardan.stage.motion.centre(2).z);
    const heights = [];
    for (let k = 0; k < 8; k++) {
        heights.push(await height());
        await page.waitForTimeout(120);
    }
    assert.ok(Math.max(...heights) - Math.min(...heights) > 0.02, 'the body goes up and down');
    // the player plays the mode
    await page.click('#play');
    const still = await height();
    await page.waitForTimeout(150);
    assert.equal(await height(), still, 'paused');
    await page.locator('#time').fill('0');
    const top = await height();
    await page.locator('#time').fill('500');
    const bottom = await height();
    await page.locator('#time').fill('1000');
    assert.ok(Math.abs(top - bottom) > 0.02 && Math.abs((await height()) - top) < 1e-9, 'half a cycle on, and a whole one');
    assert.match(await page.locator('#clock').innerText(), /phase 360/);
    await page.click('#play');
    await page.waitForFunction((h) => Math.abs(window.cardan.stage.motion.centre(2).z - h) > 0.02, top);
    await page.selectOption('#mode', '-1');
    assert.ok(Math.abs((await height()) - 0.8) < 1e-6);
    clean(page);
    await page.close();
});

test('a flexible body is coloured by displacement, speed or stress, bent further, or shown as one of its modes', async () => {
    const frame = JSON.parse(readFileSync(`${source}/examples/flexible_frame.json`, 'utf8'));
    write('frame.json', JSON.stringify({ ...frame, stress: { points: 4 } }));
    assert.equal(cardan('flex', 'frame.json', '-o', 'flexible_frame.mtx').status, 0);
    write('frame_on_posts.adm', readFileSync(`${source}/examples/frame_on_posts.adm`, 'utf8'));
    assert.equal(cardan('report', 'frame_on_posts.adm', '--end', '0.5', '--steps', '50', '--out', '.').status, 0);
    const page = await open(browser, 'frame_on_posts.html');
    await page.evaluate(() => window.cardan.player.go(0.3));
    const state = () =>
        page.evaluate(() => {
            const [bent] = window.cardan.stage.viewer.mechanism.bent;
            const { place } = window.cardan.stage.motion;
            return { colours: Array.from(bent.colours), kinds: bent.kinds, frame: place.frame };
        });
    await drawn(page);
    const first = await state();
    assert.deepEqual(first.kinds, ['displacement', 'speed', 'stress']);
    // the list of hot spots is that of the program
    const spots = await page.evaluate(() => [...document.querySelectorAll('.hotspots tbody tr')].map((r) => r.children[1].textContent));
    const told = cardan('hotspots', 'frame_on_posts.csv').out.trim().split('\n').slice(1);
    assert.equal(spots.length, 10);
    spots.forEach((s, k) => assert.ok(Math.abs(Number(s) / Number(told[k].trim().split(/\s+/)[0]) - 1) < 1e-3, `${s}: ${told[k]}`));
    const seen = [first.colours];
    for (const kind of first.kinds.slice(1)) {
        await page.selectOption('#colour', kind);
        await drawn(page);
        const { colours } = await state();
        assert.ok(colours.every(Number.isFinite), `${kind}: every colour is a number`);
        for (const other of seen) assert.notDeepEqual(colours, other, `${kind} has colours of its own`);
        seen.push(colours);
    }
    const picture = await page.screenshot();
    await page.selectOption('#bend', '100');
    await drawn(page);
    assert.notDeepEqual(await page.screenshot(), picture, 'bent a hundredfold it looks otherwise');
    await page.selectOption('#bend', '1');
    await page.selectOption('#shape', '2');
    await drawn(page);
    assert.ok((await page.locator('#shape option:checked').textContent()).includes('Hz'));
    assert.notDeepEqual(await page.screenshot(), picture, 'a mode looks otherwise');
    clean(page);
    await page.close();
});

test('the camera goes along with what goes far', async () => {
    assert.equal(cardan('report', `${source}/examples/vehicle.adm`, '--end', '1', '--steps', '50', '--out', '.').status, 0);
    const page = await open(browser, 'vehicle.html');
    const at = (t) =>
        page.evaluate((time) => {
            window.cardan.player.go(time);
            window.cardan.stage.viewer.render();
            const { viewer, motion } = window.cardan.stage;
            return { ...viewer.project(motion.centre(0)), x0: motion.centre(0).x };
        }, t);
    const [a, b] = [await at(0), await at(1)];
    assert.ok(b.x0 - a.x0 > 4, 'it drives');
    assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 1, 'and stays in the picture');
    await page.click('#follow');
    await at(1);
    const c = await at(0);
    const d = await at(1);
    assert.ok(Math.hypot(c.x - d.x, c.y - d.y) > 50, 'unless it is not followed');
    clean(page);
    await page.close();
});

test('where nothing can be drawn in three dimensions the rest is there all the same', async () => {
    const plain = await launch('--disable-3d-apis');
    try {
        const page = await open(plain, 'pendulum.html');
        assert.match(await page.locator('.stage').innerText(), /cannot be drawn here/);
        assert.ok(await page.locator('.u-over').first().isVisible());
        await page.keyboard.press('End');
        assert.equal(await page.evaluate(() => window.cardan.player.t), 3);
        for (const key of ['f', 'd', 'Escape', '2']) await page.keyboard.press(key);
        assert.ok(await page.locator('.story').isVisible());
        assert.deepEqual(
            page.problems.filter((p) => !/WebGL/.test(p)),
            [],
        );
    } finally {
        await plain.close();
    }
});

test('sizes from a laptop to a large screen, light and dark', async () => {
    for (const [width, height, dark] of [
        [1280, 720, false],
        [2560, 1440, true],
        [700, 900, false],
    ]) {
        const page = await open(browser, 'pendulum.html', { width, height, dark });
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), dark ? 'dark' : 'light');
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the screen');
        const stage = await page.locator('.stage').boundingBox();
        const player = await page.locator('.player').boundingBox();
        assert.ok(stage.height > 0.5 * height && player.y + player.height <= height + 1, 'picture and time line are on the first screen');
        assert.ok((await ink(page)) > 0.004);
        // the tools of the picture do not lie on each other
        const [a, b] = [await page.locator('.tools').boundingBox(), await page.locator('.views').boundingBox()];
        assert.ok(a.x + a.width <= b.x || a.y + a.height <= b.y || b.y + b.height <= a.y);
        await page.keyboard.press('d');
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), dark ? 'light' : 'dark');
        clean(page);
        await page.close();
    }
});

test('a minute of a hundred parts stays small and opens soon', async () => {
    const lines = ['a hundred turning bodies', 'PART/1, GROUND', 'MARKER/1, PART = 1'];
    for (let i = 2; i < 102; i++) {
        lines.push(
            `PART/${i}, MASS = 2, CM = ${i}00, IP = 1, 2, 2.5, QG = ${i}, 0, 0`,
            `MARKER/${i}00, PART = ${i}, QP = 0.3, 0.4, 0`,
            `MARKER/${i}01, PART = ${i}`,
            `MARKER/${i}02, PART = 1, QP = ${i}, 0, 0`,
            `JOINT/${i}, REVOLUTE, I = ${i}01, J = ${i}02`,
            `MOTION/${i}, JOINT = ${i}, ROTATION, FUNCTION = ${i / 70} * TIME + SIN(${i / 30} * TIME)`,
        );
    }
    write('hundred.adm', [...lines, 'END', ''].join('\n'));
    assert.equal(cardan('report', 'hundred.adm', '--end', '60', '--steps', '600').status, 0);
    const size = statSync('hundred.html').size;
    assert.ok(size < 10e6, `${size} bytes`);
    // what the page itself takes, by the clock of its thread: other work on the machine does not count
    const page = await open(browser, 'hundred.html', { clock: true });
    const { metrics } = await page.clock.send('Performance.getMetrics');
    const seconds = metrics.find((m) => m.name === 'TaskDuration').value;
    const ready = await page.evaluate(() => performance.getEntriesByName('cardan-ready')[0].startTime);
    console.log(
        `a hundred parts, 601 outputs: ${(size / 1e6).toFixed(2)} MB, ${seconds.toFixed(2)} s of work to the first picture; ready after ${(ready / 1000).toFixed(2)} s on this machine now`,
    );
    assert.ok(seconds < 2, `${seconds} s`);
    clean(page);
    await page.close();
});
