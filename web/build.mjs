// build.mjs OUT.c - bundles the page of the report and writes it as C, with the hashes that its security policy names.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

// The licences of what is bundled go along with every page.
const everything = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies);
const licence = (name) => `${name}\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').replaceAll('*/', '* /')}`;

async function bundle(entry, parts = everything) {
    const result = await build({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        format: entry.endsWith('.css') ? undefined : 'iife',
        target: ['chrome100', 'firefox100', 'safari15'],
        legalComments: 'none',
        banner: entry.endsWith('.js') ? { js: `/*\n${parts.map(licence).join('\n')}*/` } : {},
        charset: 'utf8',
        logLevel: 'warning',
    });
    return Buffer.from(result.outputFiles[0].contents);
}

function array(name, bytes) {
    const rows = [];
    for (let i = 0; i < bytes.length; i += 32) rows.push(Array.from(bytes.subarray(i, i + 32)).join(','));
    return `const unsigned char cd_bundle_${name}[] = {\n${rows.join(',\n')}\n};
const size_t cd_bundle_${name}_size = sizeof cd_bundle_${name};
const char cd_bundle_${name}_hash[] = "${createHash('sha256').update(bytes).digest('base64')}";\n`;
}

const script = await bundle('src/main.js');
const study = await bundle('src/study.js', ['uplot']);
const style = await bundle('src/style.css');
if (/<\/(script|style)/i.test(script.toString() + study.toString() + style.toString())) throw new Error('the bundle would end its own element');
writeFileSync(
    process.argv[2],
    `/* made by web/build.mjs */\n#include "report/bundle.h"\n${array('script', script)}${array('study', study)}${array('style', style)}`,
);
