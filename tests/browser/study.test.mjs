// study.test.mjs - the pages of cardan compare and cardan verify in a browser: what it shows is what its table says, and what a person does with it works.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { cardan, launch, open, source, write } from './browser.mjs';

let browser;
before(async () => {
    browser = await launch();
    write(
        'stiff.adm',
        'a <b>mass</b> on a damper\nPART/1, GROUND\nMARKER/10, PART = 1\nPART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 0, 0, 1\nMARKER/20, PART = 2\n' +
            'MARKER/11, PART = 1, QP = 0, 0, 1\nJOINT/1, TRANSLATIONAL, I = 20, J = 11\n' +
            'SPRINGDAMPER/1, TRANSLATION, I = 20, J = 10, K = 1E5, C = 1E6, LENGTH = 1.01\nEND\n',
    );
    write('stiff.acf', 'stiff.adm\nstiff\nsimulate/dynamics, end=1, steps=1\nstop\n');
    const made = cardan(
        'compare',
        `${source}/examples/pendulum.adm`,
        'stiff.acf',
        '--integrators',
        'GSTIFF,GSTIFF:SI2,HHT,HEM5',
        '--errors',
        '1e-3..1e-5',
        '--end',
        '1',
        '--steps',
        '10',
        '--limit',
        '5',
        '-o',
        'study.html',
    );
    assert.equal(made.status, 0, made.err);
    const good = cardan('verify', `${source}/examples/pendulum.adm`, '--end', '1', '--steps', '20', '-o', 'good.html');
    assert.equal(good.status, 0, good.err);
    const bad = cardan('verify', `${source}/examples/pendulum.adm`, '--end', '1', '--steps', '20', '--errors', '1e-3,1e-4', '--accuracy', '1e-9', '-o', 'bad.html');
    assert.equal(bad.status, 2, bad.err);
});
after(() => browser?.close());

const lines = (file) =>
    readFileSync(`${process.env.WORK}/${file}`, 'utf8')
        .trim()
        .split('\n')
        .slice(1);

/** No error, no warning, nothing asked of the network, nothing beside the page. */
async function clean(page) {
    assert.deepEqual(page.problems, []);
    assert.deepEqual(page.asked, []);
    const wide = await page.evaluate(() => {
        const main = document.querySelector('main.study');
        return main.scrollWidth - main.clientWidth;
    });
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
}

for (const dark of [false, true])
    test(`the comparison opens, ${dark ? 'dark' : 'light'}, with a curve per method that came to its end`, async () => {
        const page = await open(browser, 'study.html', { width: 1200, height: 900, dark });
        const first = page.locator('.chart').first();
        assert.equal(await first.locator('.curve').count(), 4);
        const points = lines('study.csv').filter((l) => l.includes('pendulum"') && l.includes(',done,')).length;
        assert.equal(await first.locator('.point').count(), points);
        const card = await page.locator('#recommendation').innerText();
        assert.match(card, /INTEGRATOR\/(GSTIFF|HHT)/);
        assert.equal(await page.locator('#runs tbody tr').count(), 12);
        await clean(page);
        await page.close();
    });

test('models have tabs, failures their reason, and the profile its curves', async () => {
    const page = await open(browser, 'study.html', { width: 1000, height: 900 });
    await page.locator('#models button', { hasText: 'stiff' }).click();
    const failed = lines('study.csv').filter((l) => l.startsWith('"stiff"') && !l.includes(',done,')).length;
    assert.equal(await page.locator('#runs tbody tr.bad').count(), failed);
    assert.ok(failed >= 3);
    assert.match(await page.locator('#failures').innerText(), /HEM5 on stiff: failed[^]*too stiff/);
    assert.equal(await page.locator('#profile .curve').count(), 4);
    await page.locator('#accuracy').selectOption('all');
    assert.equal(await page.locator('#profile .curve').count(), 4);
    await clean(page);
    await page.close();
});

test('a point tells about its run, the legend hides, headings sort, d turns the light off', async () => {
    const page = await open(browser, 'study.html', { width: 1000, height: 900 });
    const chart = page.locator('.chart').first();
    await chart.locator('.point').last().hover(); // nothing is drawn over it
    assert.match(await chart.locator('.tip').innerText(), /ERROR = [^]*error [^]*steps/);
    await page.locator('#legend button').first().click();
    assert.equal(await chart.locator('.curve').first().isVisible(), false);
    assert.equal(await page.locator('#legend button').first().getAttribute('aria-pressed'), 'false');
    await page.locator('#runs th button', { hasText: /^steps/ }).click();
    const steps = await page.locator('#runs tbody tr td:nth-child(6)').allInnerTexts();
    assert.deepEqual(
        steps.map(Number),
        steps.map(Number).sort((a, b) => a - b),
    );
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await ground();
    await page.keyboard.press('d');
    assert.notEqual(await ground(), before);
    await clean(page);
    await page.close();
});

for (const [file, outcome, kind] of [
    ['good', 'converged', 'done'],
    ['bad', 'not converged', 'failed'],
])
    test(`a verdict is plain to see: ${outcome}`, async () => {
        const page = await open(browser, `${file}.html`, { width: 1100, height: 900, dark: file === 'bad' });
        const pill = page.locator('#outcome');
        assert.equal(await pill.textContent(), outcome);
        assert.ok((await pill.getAttribute('class')).includes(kind));
        assert.match(await page.locator('#verdict .headline.plain').textContent(), new RegExp(`^${outcome}`));
        const rows = lines(`${file}.csv`);
        assert.equal(await page.locator('#channels tbody tr').count(), rows.length);
        const settled = rows.filter((l) => l.endsWith(',yes')).length;
        assert.match(await page.locator('#channels h2').textContent(), new RegExp(`^Channels: ${settled} of ${rows.length} `));
        assert.ok((await page.locator('.chart .point').count()) > 0);
        await page.locator('#channels input').fill('arm.vx');
        assert.equal(await page.locator('#channels tbody tr').count(), 1);
        await clean(page);
        await page.close();
    });

test('narrow windows are no trouble', async () => {
    for (const file of ['study.html', 'good.html']) {
        const page = await open(browser, file, { width: 420, height: 800 });
        await clean(page);
        await page.close();
    }
});
