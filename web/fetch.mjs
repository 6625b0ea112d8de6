// fetch.mjs - the packages that build.mjs needs, as package-lock.json names them, without npm: node fetch.mjs FOLDER. Each is checked against its hash
// before anything of it is written. The registry is that of npm_config_registry, or the public one.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gunzipSync } from 'node:zlib';

const folder = process.argv[2];
const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org').replace(/\/$/, '');
const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
const machine = `node_modules/@esbuild/${process.platform}-${process.arch}`;

/** Those of the page, and what bundles it; the rest is for tests and other machines. */
const isNeeded = (path) => path && (!lock[path].dev || path === 'node_modules/esbuild' || path === machine);

async function download(path) {
    const name = path.slice('node_modules/'.length);
    const url = `${registry}/${name}/-/${name.split('/').pop()}-${lock[path].version}.tgz`;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const [kind, hash] = lock[path].integrity.split('-');
    if (createHash(kind).update(bytes).digest('base64') !== hash) throw new Error(`${url}: the hash is not that of package-lock.json`);
    return gunzipSync(bytes);
}

/** Regular files of a tar archive, without their first folder. */
function* files(tar) {
    const text = (at, n) => tar.toString('utf8', at, at + n).replace(/\0.*$/s, '');
    for (let at = 0; at + 512 <= tar.length && tar[at]; ) {
        const size = parseInt(text(at + 124, 12), 8);
        const prefix = text(at + 345, 155);
        const name = `${prefix ? `${prefix}/` : ''}${text(at, 100)}`.replace(/^[^/]*\//, '');
        const type = text(at + 156, 1);
        if (type === '0' || type === '') yield { name, mode: parseInt(text(at + 100, 8), 8), bytes: tar.subarray(at + 512, at + 512 + size) };
        at += 512 + 512 * Math.ceil(size / 512);
    }
}

for (const path of Object.keys(lock).filter(isNeeded)) {
    for (const file of files(await download(path))) {
        const to = normalize(join(folder, path, file.name));
        if (!to.startsWith(normalize(join(folder, path)))) throw new Error(`${path}: ${file.name} leads out of its folder`);
        mkdirSync(dirname(to), { recursive: true });
        writeFileSync(to, file.bytes, { mode: file.mode });
    }
}
