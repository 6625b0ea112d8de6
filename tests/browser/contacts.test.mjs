// contacts.test.mjs - where shapes touch in the report: arrows and lit shapes while they do, marks on the time line, the list of contacts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cardan, drawn, launch, open, table, write } from './browser.mjs';

let browser;
before(async () => {
    browser = await launch();
    write(
        'drop.adm',
        `a ball is thrown onto a floor
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
! adams_view_name='ball'
PART/2, MASS = 1, CM = 20, IP = 1E-3, 1E-3, 1E-3, QG = 0, 0, 0.2, VX = 1
MARKER/20, PART = 2
GRAPHICS/1, PLANE, RM = 1
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.05
MARKER/21, PART = 1, QP = 0.3, 0, 0
MATRIX/1, FULL = RORDER, ROWS = 4, COLUMNS = 3, VALUES = 0,0,0, 0.05,0,0, 0.02,0.02,0, 0,0.05,0
GRAPHICS/3, EXTRUSION, RM = 21, MATRIX = 1, LENGTH = 0.1
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E5, EXPONENT = 1.5, DAMPING = 20, DMAX = 1E-3, COULOMB_FRICTION = ON
, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 0.1, FRICTION_TRANSITION_VELOCITY = 0.3
END
`,
    );
    assert.equal(cardan('report', 'drop.adm', '--end', '1', '--steps', '500', '--out', '.').status, 0);
});
after(() => browser?.close());

test('places of contact are arrows while shapes touch, and the shapes are lit up', async () => {
    const page = await open(browser, 'drop.html');
    assert.ok(await page.locator('#contacts').isChecked());
    const data = table('drop');
    const force = data['CONTACT_1.FZ'];
    const peak = force.indexOf(Math.max(...force));
    const look = async (t) => {
        await page.evaluate((x) => window.cardan.player.go(x), t);
        await drawn(page);
        return page.evaluate(() => {
            const { mechanism } = window.cardan.stage.viewer;
            const arrows = mechanism.layers.contacts.children.filter((o) => o.lay && o.visible);
            const up = arrows.map((a) => a.children[1].localToWorld(a.position.clone().set(0, 0, 0)).sub(a.getWorldPosition(a.position.clone())));
            return {
                arrows: arrows.length,
                rises: up.some((d) => d.z > 0 && Math.hypot(d.x, d.y) < 1e-6 * d.z),
                lit: [0, 1].map((k) => mechanism.shapes.get(k).material.emissive.getHex() !== 0),
                point: [...(window.cardan.run.placesAt(window.cardan.run.frameAt(window.cardan.player.t).frame)[0]?.point ?? [])],
            };
        });
    };
    const free = await look(0);
    assert.deepEqual([free.arrows, free.lit], [0, [false, false]]);
    const touching = await look(data.time[peak]);
    assert.equal(touching.arrows, 2, 'normal force and friction');
    assert.ok(touching.rises, 'the normal force on the ball points upwards');
    assert.deepEqual(touching.lit, [true, true]);
    assert.ok(Math.abs(touching.point[0] - data['ball.X'][peak]) < 1e-5, 'below the centre of the ball');
    await page.click('#contacts');
    assert.deepEqual((await look(data.time[peak])).lit, [false, false], 'switched off');
    assert.deepEqual(page.problems, []);
    await page.close();
});

test('touch and separation are marks and events, and contacts are listed with their largest force', async () => {
    const page = await open(browser, 'drop.html');
    // 0.15 m take 0.17487 s to fall
    const titles = await page.locator('.mark.touch').evaluateAll((list) => list.map((m) => m.title));
    assert.ok(titles.length >= 2 && (await page.locator('.mark.apart').count()) >= 1);
    assert.match(titles[0], /^CONTACT\/1, GRAPHICS\/2 on GRAPHICS\/1: touch at 0\.1748/);
    await page.keyboard.press('2');
    const row = page.locator('.contacts tbody tr');
    assert.equal(await row.count(), 1);
    const cells = await row.locator('td').allInnerTexts();
    const force = table('drop')['CONTACT_1.FZ'];
    assert.ok(Number(cells[4]) >= 0.99 * Math.max(...force), `${cells[4]} is the largest force of the steps, ${Math.max(...force)} that of the outputs`);
    await row.locator('button').nth(1).click();
    assert.ok(Math.abs((await page.evaluate(() => window.cardan.player.t)) - Number(cells[5])) < 1e-5);
    assert.deepEqual(page.problems, []);
    await page.close();
});

test('profiles that are carried along an axis are drawn', async () => {
    const page = await open(browser, 'drop.html');
    const triangles = await page.evaluate(() => window.cardan.stage.viewer.mechanism.shapes.get(2).geometry.getAttribute('position').count / 3);
    assert.equal(triangles, 12);
    await page.close();
});
