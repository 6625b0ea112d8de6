// dataset.js - the files that were read, with each message under its line; and how to run it again.
import { clear, h } from './dom.js';

const block = 200; // lines that a browser lays out together

export class Dataset {
    constructor(run) {
        this.run = run;
        this.choice = h(
            'select',
            { id: 'file', 'aria-label': 'File', onchange: () => this.open(this.choice.selectedIndex) },
            run.texts.map((t) => h('option', { text: t.name })),
        );
        this.box = h('div', { class: 'text', tabindex: '0' });
        this.element = h('section', { class: 'dataset' }, h('div', { class: 'bar' }, this.choice), this.box);
        const bad = run.messages.find((m) => m.severity === 'error' && m.line);
        const first = bad ? run.texts.findIndex((t) => t.name === bad.file) : run.texts.length - 1;
        if (run.texts.length) this.open(Math.max(0, first));
        else this.box.append(h('p', { class: 'quiet', text: 'No file was read.' }));
    }

    open(index) {
        this.choice.selectedIndex = index;
        const file = this.run.texts[index];
        const lines = file.text.split(/\r\n|\n|\r/);
        const told = new Map();
        for (const m of this.run.messages) {
            if (m.file !== file.name || !m.line) continue;
            if (!told.has(m.line)) told.set(m.line, []);
            told.get(m.line).push(m);
        }
        clear(this.box);
        for (let from = 0; from < lines.length; from += block) {
            this.box.append(
                h(
                    'div',
                    { class: 'block' },
                    lines.slice(from, from + block).flatMap((text, k) => this.line(from + k + 1, text, told.get(from + k + 1))),
                ),
            );
        }
    }

    line(number, text, messages = []) {
        const row = h(
            'div',
            { class: messages.length ? `line ${messages[0].severity}` : 'line', 'data-line': number },
            h('span', { class: 'number', text: number }),
            h('code', { class: text.trimStart().startsWith('!') ? 'comment' : '', text: text || ' ' }),
        );
        return [
            row,
            ...messages.map((m) => h('div', { class: `remark ${m.severity}` }, h('b', { text: m.severity }), h('span', { text: m.text }))),
        ];
    }

    show(file, line) {
        const index = this.run.texts.findIndex((t) => t.name === file);
        if (index < 0) return;
        this.open(index);
        const row = this.box.querySelector(`[data-line="${Number(line)}"]`);
        row?.scrollIntoView({ block: 'center' });
        row?.classList.add('found');
    }
}

export function reproduce(runs) {
    const sections = runs.map((run) => {
        const commands = run.lines
            .filter((l) => /^(command|integrator): /.test(l))
            .map((l) => (l.startsWith('c') ? l.slice(9) : `    in force: INTEGRATOR/${l.slice(12)}`));
        return h(
            'div',
            {},
            runs.length > 1 ? h('h2', { text: run.label }) : null,
            h(
                'dl',
                { class: 'facts' },
                h('dt', { text: 'Program' }),
                h('dd', { text: `cardan ${run.head.version}` }),
                h('dt', { text: 'Command' }),
                h('dd', {}, h('code', { text: run.head.command || 'not recorded' })),
                h('dt', { text: 'Files' }),
                h(
                    'dd',
                    {},
                    run.texts.map((t) => h('div', { text: `${t.name} (${t.text.length} characters, ${t.text.split('\n').length} lines)` })),
                ),
            ),
            commands.length ? [h('h3', { text: 'Commands carried out' }), h('pre', { class: 'log', text: commands.join('\n') })] : null,
            run.scene?.settings.length
                ? [h('h3', { text: 'Settings of the model' }), h('pre', { class: 'log', text: run.scene.settings.join('') })]
                : null,
        );
    });
    return h(
        'section',
        { class: 'reproduce' },
        h('p', { text: 'The same program with the same files gives the same numbers, bit for bit.' }),
        sections,
    );
}
