// story.js - what happened: how the run ended, messages, steps of the integration, events, the lines of .msg.
import uPlot from 'uplot';
import { Bent } from './bent.js';
import { impactsOf } from './impulses.js';
import { h, isDark, palettes, show } from './dom.js';

const words = {
    done: 'done',
    halted: 'stopped by a sensor',
    stopped: 'stopped by the user',
    failed: 'failed',
    input: 'error in the input',
    killed: 'ended before it was done',
};
export const outcomeText = (run) => words[run.outcome] ?? run.outcome;

/** The message that tells why a run failed: the last error. */
export function reasons(run) {
    const errors = run.messages.filter((m) => m.severity === 'error');
    return run.outcome === 'input' ? errors.slice(0, 3) : errors.slice(-1);
}

export function events(run) {
    const out = [];
    const struck = new Set(impactsOf(run).map((x) => x.t));
    for (const s of run.histories)
        for (const e of s.events.filter((x) => !struck.has(x.t))) out.push({ t: e.t, kind: e.kink ? 'kink' : 'sensor', text: e.kink ? `${e.kink} jumps` : 'sensor' });
    for (const s of run.histories)
        for (const e of s.touches ?? [])
            out.push({ t: e.t, kind: e.apart ? 'apart' : 'touch', text: `${run.pairName(e)}: ${e.apart ? 'apart' : 'touch'}` });
    const blows = new Map(); // those at one time are one event
    for (const x of impactsOf(run)) blows.set(x.t, [...(blows.get(x.t) ?? []), x.of]);
    for (const [t, of] of blows) out.push({ t, kind: 'impact', text: `impact of ${[...new Set(of)].join(', ')}` });
    return out.sort((a, b) => a.t - b.t);
}

export class Story {
    constructor(run, player, openPlace) {
        this.run = run;
        this.player = player;
        this.openPlace = openPlace;
        this.element = h('section', { class: 'story' }, this.summary(), this.messages(), this.contacts(), this.impacts(), this.hotSpots(), this.steps(), this.eventList(), this.lines());
    }

    summary() {
        const { run } = this;
        const s = run.scene;
        const facts = [['How it ended', outcomeText(run)]];
        if (run.done && run.frames) facts.push(['Time reached', `${show(run.done.t)} ${s?.units.time ?? ''}`]);
        const equations = run.lines.find((l) => l.startsWith('equations:'));
        if (equations) facts.push(['Equations', equations.slice(11)]);
        if (s)
            facts.push([
                'Model',
                `${s.parts.length} parts, ${s.markers.length} markers, ${s.elements.filter((e) => e.role === 'constraint').length} constraints, ${s.elements.filter((e) => e.role === 'force').length} forces`,
            ]);
        facts.push([
            'Output',
            `${run.outputs} steps, ${run.columns.length} channels${run.stride > 1 ? `; every ${run.stride}th step is shown here` : ''}`,
        ]);
        for (const l of run.lines.filter((x) => x.startsWith('integration:'))) facts.push(['Integration', l.slice(13)]);
        const limits = this.limiters();
        if (limits.length)
            facts.push([
                'Step limited by',
                limits
                    .slice(0, 4)
                    .map(([name, share]) => `${name} (${Math.round(100 * share)} %)`)
                    .join(', '),
            ]);
        return h(
            'dl',
            { class: 'facts' },
            facts.flatMap(([k, v]) => [h('dt', { text: k }), h('dd', { text: v })]),
        );
    }

    limiters() {
        const count = new Map();
        let all = 0;
        for (const s of this.run.histories) {
            for (const k of s.limiter) {
                if (k < 0) continue;
                count.set(s.names[k], (count.get(s.names[k]) ?? 0) + 1);
                all++;
            }
        }
        return [...count].map(([name, n]) => [name, n / all]).sort((a, b) => b[1] - a[1]);
    }

    messages() {
        const list = this.run.messages;
        if (!list.length)
            return h(
                'div',
                {},
                h('h2', { text: 'Messages' }),
                h('p', { class: 'quiet', text: 'None: nothing was redundant, doubtful or wrong.' }),
            );
        const rank = { error: 0, warning: 1, note: 2 };
        const sorted = list.slice().sort((a, b) => rank[a.severity] - rank[b.severity]);
        const kinds = new Map();
        for (const m of sorted) kinds.set(`${m.severity} ${m.code}`, [...(kinds.get(`${m.severity} ${m.code}`) ?? []), m]);
        return h(
            'div',
            {},
            h('h2', { text: `Messages (${list.length})` }),
            h(
                'ul',
                { class: 'messages' },
                [...kinds.values()].flatMap((same) => this.folded(same)),
            ),
        );
    }

    /** Many messages of one kind: the first few, the others on demand. */
    folded(same) {
        const first = 4;
        const shown = same.slice(0, first).map((m) => this.message(m));
        if (same.length <= first + 1) return same.map((m) => this.message(m));
        const box = h('ul', { class: 'messages' });
        const details = h(
            'details',
            { ontoggle: () => box.childElementCount || box.append(...same.slice(first).map((m) => this.message(m))) },
            h('summary', { text: `${same.length - first} more of this kind (${same[0].code})` }),
            box,
        );
        return [...shown, details];
    }

    message(m) {
        const place = m.line
            ? h('button', { class: 'place', text: `${m.file.split('/').pop()}:${m.line}`, onclick: () => this.openPlace(m.file, m.line) })
            : null;
        return h(
            'li',
            { class: m.severity },
            h('b', { text: m.severity }),
            h('span', { text: m.text }),
            h('code', { text: m.code }),
            place,
            m.repeats ? h('small', { text: `${m.repeats + 1} times` }) : null,
        );
    }

    steps() {
        const { histories } = this.run;
        if (!histories.length) return null;
        const x = [];
        const size = [];
        const order = [];
        const repeated = [];
        const info = [];
        for (const s of histories) {
            s.t.forEach((t, i) => {
                x.push(t);
                size.push(s.h[i]);
                order.push(s.order[i]);
                repeated.push(s.repeated[i] ? s.h[i] : null);
                info.push({ limiter: s.limiter[i] >= 0 ? s.names[s.limiter[i]] : '', repeated: s.repeated[i], method: s.method });
            });
        }
        const box = h('div', { class: 'plot', id: 'steps' });
        const reading = h('p', { class: 'reading quiet', text: 'Point at a step to see what limited it.' });
        this.drawSteps = () => {
            if (this.plot || !box.clientWidth) return;
            const css = getComputedStyle(document.documentElement);
            const ink = css.getPropertyValue('--ink').trim();
            const rule = css.getPropertyValue('--rule').trim();
            const colours = palettes[isDark() ? 'dark' : 'light'];
            const axis = {
                stroke: ink,
                grid: { stroke: rule, width: 1 },
                ticks: { stroke: rule, width: 1 },
                font: '12px system-ui, sans-serif',
                labelFont: '12px system-ui, sans-serif',
                labelSize: 20,
            };
            const decades = (u, splits) => splits.map((v) => (Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-6 ? v : null));
            this.plot = new uPlot(
                {
                    width: box.clientWidth,
                    height: 240,
                    legend: { show: false },
                    scales: { x: { time: false }, y: { distr: 3 }, o: { range: (u, low, high) => [0, Math.max(6, high + 1)] } },
                    axes: [
                        { ...axis, label: `time [${this.run.scene?.units.time ?? ''}]`, size: 32 },
                        {
                            ...axis,
                            grid: { ...axis.grid, filter: decades },
                            ticks: { ...axis.ticks, filter: decades },
                            filter: decades,
                            label: 'step size',
                            size: 58,
                            values: (u, v) => v.map((a) => (a === null ? '' : show(a, 2))),
                        },
                        { ...axis, scale: 'o', side: 1, label: 'order', grid: { show: false }, size: 30, incrs: [1, 2] },
                    ],
                    series: [
                        {},
                        { stroke: colours[0], width: 1.5, pxAlign: 0, points: { show: false } },
                        {
                            scale: 'o',
                            stroke: colours[1],
                            width: 1.2,
                            dash: [5, 4],
                            points: { show: false },
                            paths: uPlot.paths.stepped({ align: -1 }),
                        },
                        { stroke: colours[1], paths: () => null, points: { show: true, size: 6, fill: colours[1] } },
                    ],
                    hooks: {
                        setCursor: [
                            (u) => {
                                const i = u.cursor.idx;
                                if (i === null || i === undefined) return;
                                const limit = info[i].limiter ? `, limited by ${info[i].limiter}` : '';
                                const again = info[i].repeated ? `, tried ${info[i].repeated + 1} times` : '';
                                reading.textContent = `t = ${show(x[i])}: ${info[i].method}, step ${show(size[i], 3)}, order ${order[i]}${limit}${again}`;
                            },
                        ],
                    },
                },
                [x, size, order, repeated],
                box,
            );
            this.plot.over.addEventListener('click', (e) => this.player.goTime(this.plot.posToVal(e.offsetX, 'x')));
        };
        return h(
            'div',
            {},
            h('h2', { text: 'Steps of the integration' }),
            h('p', { class: 'quiet', text: 'Step size (line, logarithmic) and order (dashed); dots are steps that had to be repeated.' }),
            box,
            reading,
        );
    }

    /** The ten points of flexible bodies with the largest stress, and when. */
    hotSpots() {
        const { run } = this;
        const spots = (run.scene?.flexible ?? []).flatMap((body) => new Bent(run, body).hotSpots());
        if (!spots.length || !run.frames) return null;
        const rows = spots
            .sort((a, b) => b.stress - a.stress)
            .slice(0, 10)
            .map((s) => [`${s.body.name || `FLEX_BODY/${s.body.id}`}, point ${s.point}`, show(s.stress, 5), show(run.time[s.frame], 5)]);
        return h(
            'div',
            { class: 'contacts hotspots' },
            h('h2', { text: 'Largest stresses' }),
            h(
                'table',
                {},
                h('thead', {}, h('tr', {}, ['point', 'von Mises, or as stated', `at [${run.scene.units.time}]`].map((t) => h('th', { text: t })))),
                h('tbody', {}, rows.map((r) => h('tr', {}, r.map((t) => h('td', { text: t }))))),
            ),
        );
    }

    /** Pairs of shapes that have met, the largest force first. The last history has the whole tally. */
    contacts() {
        const { run } = this;
        const pairs = new Map();
        for (const s of run.histories) for (const c of s.contacts ?? []) pairs.set(`${c.contact} ${c.i} ${c.j}`, c);
        if (!pairs.size) return null;
        const most = 100;
        const u = run.scene?.units ?? {};
        const list = [...pairs.values()].sort((a, b) => b.force - a.force);
        const heads = ['contact', 'touches', 'first at', 'longest', `force up to [${u.force}]`, 'at', `depth up to [${u.length}]`];
        const time = (t) => h('button', { class: 'place', text: show(t, 6), onclick: () => this.player.goTime(t) });
        const row = (c) => [
            run.pairName(c),
            String(c.touches),
            time(c.first),
            show(c.longest, 3),
            show(c.force, 4),
            time(c.force_time),
            show(c.depth, 3),
        ];
        return h(
            'div',
            { class: 'contacts' },
            h('h2', { text: `Contacts (${list.length})` }),
            h(
                'table',
                {},
                h('thead', {}, h('tr', {}, heads.map((text) => h('th', { text })))),
                h(
                    'tbody',
                    {},
                    list.slice(0, most).map((c) => h('tr', {}, row(c).map((x) => (typeof x === 'string' ? h('td', { text: x }) : h('td', {}, x))))),
                ),
            ),
            list.length > most ? h('p', { class: 'quiet', text: `and ${list.length - most} more` }) : null,
        );
    }

    /** Impacts of unilateral constraints: velocities before and behind them, impulse, energy lost. */
    impacts() {
        const list = impactsOf(this.run);
        if (!list.length) return null;
        const most = 200;
        const u = this.run.scene?.units ?? {};
        const heads = [`t [${u.time}]`, 'of', 'speed before', 'after', 'impulse', 'energy lost'];
        const time = (t) => h('button', { class: 'place', text: show(t, 8), onclick: () => this.player.goTime(t) });
        const row = (x) => [time(x.t), x.of, show(x.before, 6), show(x.after, 6), show(x.impulse, 6), show(x.lost, 6)];
        return h(
            'div',
            { class: 'contacts impacts' },
            h('h2', { text: `Impacts (${list.length})` }),
            h(
                'table',
                {},
                h('thead', {}, h('tr', {}, heads.map((text) => h('th', { text })))),
                h(
                    'tbody',
                    {},
                    list.slice(0, most).map((x) => h('tr', {}, row(x).map((v) => (typeof v === 'string' ? h('td', { text: v }) : h('td', {}, v))))),
                ),
            ),
            list.length > most ? h('p', { class: 'quiet', text: `and ${list.length - most} more` }) : null,
        );
    }

    eventList() {
        const list = events(this.run);
        if (!list.length) return null;
        const most = 60;
        return h(
            'div',
            {},
            h('h2', { text: `Events (${list.length})` }),
            h(
                'ul',
                { class: 'events' },
                list
                    .slice(0, most)
                    .map((e) =>
                        h(
                            'li',
                            {},
                            h('button', { class: 'place', text: `t = ${show(e.t, 6)}`, onclick: () => this.player.goTime(e.t) }),
                            h('span', { text: e.text }),
                        ),
                    ),
            ),
            list.length > most ? h('p', { class: 'quiet', text: `and ${list.length - most} more` }) : null,
        );
    }

    lines() {
        if (!this.run.lines.length) return null;
        return h('div', {}, h('h2', { text: 'The run in its own words' }), h('pre', { class: 'log', text: this.run.lines.join('\n') }));
    }

    shown() {
        this.drawSteps?.();
    }

    theme() {
        this.plot?.destroy();
        this.plot = null;
        this.drawSteps?.();
    }
}
