// pictures.mjs - runs the examples of contact, opens their reports and keeps the picture of one moment of each.
import { cardan, drawn, launch, open, source } from '../tests/browser/browser.mjs';

// a run and its outputs; the moment that is shown; from which direction, where not the usual one; with paths of parts
const examples = [
    { name: 'ball_in_bowl', end: 2, steps: 200, at: 1.1, paths: true },
    { name: 'cam_follower', end: 0.2, steps: 200, at: 0.03 },
    { name: 'box_on_incline', end: 1, steps: 100, at: 0.8 },
    { name: 'geneva', end: 1, steps: 400, at: 0.42 },
    { name: 'gear_pair', end: 0.3, steps: 300, at: 0.25, from: [0.2, -0.9, 1] },
];

const browser = await launch();
const chosen = process.argv.slice(2); // none: all
for (const { name, end, steps, at, from, paths } of examples.filter((e) => !chosen.length || chosen.includes(e.name))) {
    const run = cardan('report', `${source}/examples/${name}.adm`, '--end', `${end}`, '--steps', `${steps}`, '--out', '.');
    if (run.status !== 0) throw new Error(`${name}: ${run.err}`);
    const page = await open(browser, `${name}.html`, { width: 1180, height: 520 });
    await page.evaluate(() => document.querySelectorAll('.tools, .views').forEach((e) => (e.hidden = true)));
    if (paths) await page.evaluate(() => document.querySelector('#traces').click());
    if (from) await page.evaluate(([x, y, z]) => window.cardan.stage.viewer.look(window.cardan.stage.viewer.up.clone().set(x, y, z)), from);
    await page.evaluate((t) => window.cardan.player.go(t), at);
    await drawn(page);
    await page.locator('canvas.view').screenshot({ path: `${source}/docs/pictures/${name}.png` });
    if (page.problems.length) throw new Error(`${name}: ${page.problems}`);
    await page.close();
}
await browser.close();
