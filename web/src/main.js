// main.js - the page: puts the runs it holds on the screen.
import { Curves } from './curves.js';
import { readRuns } from './data.js';
import { Dataset, reproduce } from './dataset.js';
import { h, show } from './dom.js';
import { Player } from './player.js';
import { Stage } from './stage.js';
import { events, outcomeText, reasons, Story } from './story.js';
import { firstTheme, turnTheme } from './theme.js';

/** Names of runs that tell them apart: of the file; or with its folders; or of what was run; or numbers. */
function nameRuns(runs) {
    const names = [
        (r) => r.file.replace(/\.cardan$/, ''),
        (r) => r.path.replace(/\.cardan$/, ''),
        (r) => r.head.command.replace(/^cardan run /, ''),
    ];
    const good = names.find((name) => new Set(runs.map(name)).size === runs.length) ?? ((r) => `${r.file} ${runs.indexOf(r) + 1}`);
    for (const r of runs) r.label = good(r);
    for (const r of runs.slice(1)) r.timeLike(runs[0]);
}

/** Ends that are no failures, and the message that tells of them. */
const ends = { halted: 'SENSOR_HALTS', stopped: 'STOPPED_BY_USER' };

class Page {
    constructor(runs) {
        this.runs = runs;
        this.run = runs[0];
        this.player = new Player(this.run);
        this.curves = new Curves(runs, this.player);
        this.stage = new Stage(this.run, this.player, this.curves);
        this.dataset = new Dataset(this.run);
        this.story = new Story(this.run, this.player, (file, line) => {
            this.open('dataset');
            this.dataset.show(file, line);
        });
        this.tabs = {
            curves: ['Curves', this.curves.element],
            story: ['Story', this.story.element],
            dataset: ['Dataset', this.dataset.element],
            reproduce: ['Reproduce', reproduce(runs)],
        };
        this.build();
        this.stage.open();
        this.player.mark(events(this.run));
        if (['failed', 'killed'].includes(this.run.outcome)) this.player.go(this.run.end);
        this.player.tell();
        this.keys();
    }

    build() {
        const { run } = this;
        const title = run.scene?.title?.trim() || run.label;
        document.title = `${title} - Cardan`;
        const warnings = run.messages.filter((m) => m.severity === 'warning').length;
        const theme = h('button', {
            class: 'tool',
            id: 'theme',
            title: 'Light or dark (d)',
            'aria-label': 'Light or dark',
            text: '◐',
            onclick: () => this.turnTheme(),
        });
        const header = h(
            'header',
            { class: 'top' },
            h('strong', { class: 'brand', text: 'cardan' }),
            h('h1', { text: title, title }),
            this.runs.length > 1
                ? h('span', {
                      class: 'quiet',
                      text: `with ${this.runs
                          .slice(1)
                          .map((r) => r.label)
                          .join(', ')}`,
                  })
                : null,
            h('button', { class: `pill ${run.outcome}`, id: 'outcome', text: outcomeText(run), onclick: () => this.open('story') }),
            warnings
                ? h('button', {
                      class: 'pill warning',
                      text: `${warnings} warning${warnings > 1 ? 's' : ''}`,
                      onclick: () => this.open('story'),
                  })
                : null,
            h('span', { class: 'gap' }),
            theme,
        );
        this.bar = h(
            'nav',
            { class: 'tabs', role: 'tablist' },
            Object.entries(this.tabs).map(([key, [name]], k) =>
                h('button', {
                    role: 'tab',
                    id: `tab-${key}`,
                    'data-tab': key,
                    title: `${name} (${k + 1})`,
                    text: name,
                    onclick: () => this.open(key),
                }),
            ),
        );
        this.side = h(
            'div',
            { class: 'side' },
            this.bar,
            Object.values(this.tabs).map(([, e]) => e),
        );
        const left = h('div', { class: 'left' }, this.stage.element, this.player.element);
        this.split = h('div', {
            class: 'split',
            role: 'separator',
            'aria-orientation': 'vertical',
            tabindex: '0',
            title: 'Drag to share the room',
        });
        this.main = h('main', {}, left, this.split, this.side);
        document.body.append(header, ...this.failure(), this.main);
        this.open(run.scene ? 'curves' : 'dataset');
        this.dragSplit();
    }

    /** Where and why it failed stands above everything else. */
    failure() {
        const { run } = this;
        if (run.outcome === 'done') return [];
        const time =
            run.frames && run.outcome !== 'input'
                ? ` at t = ${show(run.done?.t ?? run.time[run.frames - 1], 7)} ${run.scene?.units.time ?? ''}`
                : '';
        const list = run.outcome in ends ? run.messages.filter((m) => m.code === ends[run.outcome]).slice(-1) : reasons(run);
        const rest = run.messages.filter((m) => m.severity === 'error').length - list.length;
        return [
            h(
                'div',
                { class: `failure ${run.outcome}`, role: 'alert', id: 'failure' },
                h('b', { text: `${outcomeText(run)}${time}` }),
                h(
                    'ul',
                    {},
                    list.map((m) =>
                        h(
                            'li',
                            {},
                            h('span', { text: m.text }),
                            m.line
                                ? h('button', {
                                      class: 'place',
                                      text: `${m.file.split('/').pop()}:${m.line}`,
                                      onclick: () => {
                                          this.open('dataset');
                                          this.dataset.show(m.file, m.line);
                                      },
                                  })
                                : null,
                        ),
                    ),
                ),
                rest > 0 && !(run.outcome in ends)
                    ? h('button', { class: 'place', text: `${rest} more`, onclick: () => this.open('story') })
                    : null,
            ),
        ];
    }

    open(key) {
        for (const [name, [, e]] of Object.entries(this.tabs)) {
            e.hidden = name !== key;
            this.bar.querySelector(`[data-tab="${name}"]`).setAttribute('aria-selected', String(name === key));
        }
        if (key === 'story') this.story.shown();
        if (key === 'curves') {
            this.curves.resize();
            this.curves.moveCursor();
        }
    }

    nextTab(by) {
        const names = Object.keys(this.tabs);
        const now = names.findIndex((name) => !this.tabs[name][1].hidden);
        const next = names[(now + by + names.length) % names.length];
        this.open(next);
        this.bar.querySelector(`[data-tab="${next}"]`).focus();
    }

    turnTheme() {
        turnTheme();
        this.curves.draw();
        this.story.theme();
        this.stage.viewer?.theme();
    }

    dragSplit() {
        const set = (share) => this.main.style.setProperty('--share', `${Math.min(80, Math.max(25, share))}%`);
        this.split.addEventListener('pointerdown', (e) => {
            this.split.setPointerCapture(e.pointerId);
            this.split.onpointermove = (m) => set((100 * m.clientX) / this.main.clientWidth);
        });
        this.split.addEventListener('pointerup', () => (this.split.onpointermove = null));
        let share = 58;
        this.split.addEventListener('keydown', (e) => {
            const by = { ArrowLeft: -4, ArrowRight: 4 }[e.key];
            if (!by) return;
            set((share = Math.min(80, Math.max(25, share + by))));
            e.stopPropagation();
        });
    }

    keys() {
        const keys = {
            ' ': () => this.player.toggle(),
            ArrowLeft: () => this.player.step(-1),
            ArrowRight: () => this.player.step(1),
            Home: () => this.player.go(this.player.track.start),
            End: () => this.player.go(this.player.track.end),
            '[': () => this.player.faster(-1),
            ']': () => this.player.faster(1),
            d: () => this.turnTheme(),
            f: () => this.stage.viewer?.look(this.stage.viewer.firstView()),
            '/': () => {
                this.open('curves');
                this.curves.tree.search.focus();
            },
            Escape: () => this.stage.viewer && this.stage.pick(null),
        };
        Object.keys(this.tabs).forEach((key, k) => (keys[String(k + 1)] = () => this.open(key)));
        document.addEventListener('keydown', (e) => {
            const typing = e.target.matches('input[type="search"], select, textarea');
            if (e.key === 'Escape') e.target.blur?.();
            if ((typing && e.key !== 'Escape') || e.ctrlKey || e.metaKey || e.altKey || !keys[e.key]) return;
            if (e.key === ' ' && e.target.matches('button, summary, input[type="checkbox"]')) return;
            if (e.key.startsWith('Arrow') && e.target.matches('[role="separator"]')) return;
            if (e.key.startsWith('Arrow') && e.target.matches('[role="tab"]')) {
                e.preventDefault();
                return this.nextTab(e.key === 'ArrowLeft' ? -1 : 1);
            }
            e.preventDefault();
            keys[e.key]();
        });
    }
}

firstTheme();
try {
    const runs = readRuns();
    nameRuns(runs);
    window.cardan = new Page(runs);
    performance.mark('cardan-ready');
} catch (e) {
    document.body.append(h('p', { class: 'nothing', text: `This report cannot be shown: ${e.message}` }));
    throw e;
}
