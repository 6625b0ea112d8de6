// impacts.test.mjs - impacts of unilateral constraints in the report: two outputs at each, arrows of impulses, marks, the table.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cardan, drawn, launch, open, table, write } from './browser.mjs';

let browser;
before(async () => {
    browser = await launch();
    write(
        'bounce.adm',
        `a ball that bounces
UNITS/SYSTEM = MKS
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1E-3, 1E-3, 1E-3, QG = 0, 0, 0.5, VX = 0.3
MARKER/20, PART = 2
GRAPHICS/1, PLANE, RM = 1
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.05
CONTACT/1, IGEOM = 2, JGEOM = 1, NEWTON, RESTITUTION_COEFFICIENT = 0.7
INTEGRATOR/MDOP5
END
`,
    );
    assert.equal(cardan('report', 'bounce.adm', '--end', '1', '--steps', '20', '--out', '.').status, 0);
});
after(() => browser?.close());

test('an impact has two outputs, an arrow upwards, a mark and a row of the table', async () => {
    const page = await open(browser, 'bounce.html');
    const data = table('bounce');
    const first = data.time.findIndex((t, i) => i > 0 && t === data.time[i - 1]);
    const vz = data['PART_2.VZ'];
    assert.ok(first > 0 && Math.abs(vz[first] + 0.7 * vz[first - 1]) < 1e-9, 'velocities before and after');
    const arrows = async (t) => {
        await page.evaluate((x) => window.cardan.player.go(x), t);
        await drawn(page);
        return page.evaluate(() => {
            const { mechanism } = window.cardan.stage.viewer;
            const list = mechanism.layers.contacts.children.filter((o) => o.lay && o.visible);
            return list.map((a) => a.children[1].localToWorld(a.position.clone().set(0, 0, 0)).sub(a.getWorldPosition(a.position.clone())).toArray());
        });
    };
    assert.equal((await arrows(0)).length, 0);
    const seen = await arrows(data.time[first]);
    assert.ok(seen.some((d) => d[2] > 0 && Math.hypot(d[0], d[1]) < 1e-6 * d[2]), 'the impulse on the ball points upwards');
    assert.equal((await arrows(data.time[first] + 0.1)).length, 0, 'a moment later it is gone');
    const impacts = data.time.filter((t, i) => i > 0 && t === data.time[i - 1]).length;
    assert.equal(await page.locator('.mark.impact').count(), impacts);
    assert.equal(await page.locator('.impacts tbody tr').count(), impacts);
    // step by step backwards over the two outputs of one time
    await page.evaluate((t) => window.cardan.player.go(t), data.time[first]);
    await page.evaluate(() => window.cardan.player.step(-1));
    assert.ok((await page.evaluate(() => window.cardan.player.t)) < data.time[first]);
});
