// browser.mjs - what the tests share: runs of the program, pages in Chromium, tables read from .csv.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { chromium } = createRequire(`${process.env.CARDAN_WEB}/`)('playwright-core');
export const source = process.env.CARDAN_SOURCE;
const work = process.env.WORK;

// no sandbox: tests may run as root; drawn without a graphics card; nothing asks the network for anything
const flags = [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
];

export const launch = (...more) => chromium.launch({ executablePath: process.env.CHROMIUM, args: [...flags, ...more] });

/** Runs the program; its exit code. */
export function cardan(...words) {
    const r = spawnSync(process.env.CARDAN, words, { cwd: work, encoding: 'utf8' });
    return { status: r.status, out: r.stdout, err: r.stderr };
}

export function write(name, text) {
    writeFileSync(`${work}/${name}`, text);
    return name;
}

/** Columns of PREFIX.csv by name, without units. */
export function table(prefix) {
    const [head, ...rows] = readFileSync(`${work}/${prefix}.csv`, 'utf8').trim().split('\n');
    const names = [...head.matchAll(/"((?:[^"]|"")*)"/g)].map((m) => m[1].replace(/ \[[^\]]*\]$/, ''));
    const out = Object.fromEntries(names.map((n) => [n, []]));
    for (const row of rows) row.split(',').forEach((x, i) => out[names[i]].push(Number(x)));
    return out;
}

/** Opens a report; page.problems collects what went wrong, page.asked what was loaded from elsewhere. */
export async function open(browser, file, { width = 1000, height = 640, dark = false, clock = false } = {}) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
    if (clock) {
        page.clock = await page.context().newCDPSession(page);
        await page.clock.send('Performance.enable', { timeDomain: 'threadTicks' });
    }
    page.problems = [];
    page.asked = [];
    page.on('console', (m) => ['error', 'warning'].includes(m.type()) && page.problems.push(m.text()));
    page.on('pageerror', (e) => page.problems.push(e.message));
    page.on('dialog', (d) => (page.problems.push(`dialog: ${d.message()}`), d.dismiss()));
    page.on(
        'request',
        (r) => !r.url().startsWith('file:') && !r.url().startsWith('blob:') && !r.url().startsWith('data:') && page.asked.push(r.url()),
    );
    await page.goto(`file://${work}/${file}`);
    await page.waitForFunction(() => window.cardan);
    await drawn(page);
    return page;
}

/** Waits until the picture is that of the present moment. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** How many pixels of the picture differ from its corner, as a share. */
export const ink = (page) =>
    page.evaluate(() => {
        const view = document.querySelector('canvas.view');
        const c = document.createElement('canvas');
        [c.width, c.height] = [200, 120];
        const g = c.getContext('2d');
        window.cardan.stage.viewer.base.visible = false;
        window.cardan.stage.viewer.render();
        g.drawImage(view, 0, 0, 200, 120);
        window.cardan.stage.viewer.base.visible = true;
        window.cardan.stage.viewer.render();
        const { data } = g.getImageData(0, 0, 200, 120);
        let n = 0;
        for (let i = 0; i < data.length; i += 4)
            n += Math.abs(data[i] - data[0]) + Math.abs(data[i + 1] - data[1]) + Math.abs(data[i + 2] - data[2]) > 30;
        return n / (200 * 120);
    });
