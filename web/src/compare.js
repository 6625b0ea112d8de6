// compare.js - methods side by side: error against time, what each took, which is the quickest, what failed and why.
import { Chart, power } from './chart.js';
import { clear, h, isDark, show } from './dom.js';
import { Sheet } from './table.js';

/** One colour per method of the table, for light and dark ground; its formulations differ by dash and mark. */
const colours = {
    light: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b07d00', '#3a9bd9', '#000000', '#7f7f7f', '#7b3fb5', '#a8123e', '#5a8f00', '#00818a'],
    dark: ['#56b4e9', '#ff8c42', '#2fc79b', '#e79fc4', '#f0c419', '#9bd1ff', '#ffffff', '#a0a0a0', '#b98cf0', '#ff6f91', '#a6d854', '#4fd6dd'],
};
const dashes = [null, '7 4', '2 4', '9 3 2 3', '12 6'];

const seconds = (x) => (x < 1e-3 ? `${show(x * 1e6, 3)} µs` : x < 1 ? `${show(x * 1e3, 3)} ms` : `${show(x, 3)} s`);
const asked = (x) => (x < 1e-2 ? x.toExponential() : String(x));
const digits = (x) => (x === null || x === undefined ? '–' : show(x, 3));

class Comparison {
    constructor(data) {
        this.data = data;
        this.model = data.models[0];
        this.hidden = new Set();
        const families = [...new Set(data.families)];
        this.look = data.methods.map((name, i) => ({
            name,
            family: families.indexOf(data.families[i]),
            variant: data.families.slice(0, i).filter((f) => f === data.families[i]).length,
        }));
        this.charts = [];
        const names = data.models.map((m) => m.name).join(', ');
        this.title = `${names}: integrators compared`;
        this.element = h(
            'div',
            { class: 'comparison' },
            this.problems(),
            this.recommendation(),
            this.chooser(),
            (this.about = h('p', { class: 'quiet' })),
            this.legend(),
            this.workPrecision(),
            this.small(),
            this.profile(),
            this.quickest(),
            this.failures(),
            this.table(),
            this.how(),
        );
        this.choose(this.model);
    }

    colour(i) {
        const list = colours[isDark() ? 'dark' : 'light'];
        return list[this.look[i].family % list.length];
    }

    problems() {
        return this.data.models
            .filter((m) => m.problem)
            .map((m) =>
                h(
                    'div',
                    { class: 'failure boxed', role: 'alert' },
                    h('b', { text: m.name }),
                    h('span', { text: ` ${m.problem}` }),
                    m.uncertainty || !m.reference ? null : h('pre', { class: 'log', text: m.reference }),
                ),
            );
    }

    recommendation() {
        const r = this.data.recommendation;
        return h(
            'section',
            { class: `advice ${r.method < 0 ? 'none' : ''}`, id: 'recommendation' },
            h('span', { class: 'quiet', text: `For an error of ${asked(this.data.accuracy)}` }),
            h('code', { class: 'headline', text: r.headline }),
            h('p', { text: r.reason }),
        );
    }

    chooser() {
        const { models } = this.data;
        if (models.length < 2) return null;
        this.tabs = models.map((m) =>
            h('button', { role: 'tab', text: m.name, onclick: () => this.choose(m), 'aria-selected': String(m === this.model) }),
        );
        return h('nav', { class: 'tabs', role: 'tablist', id: 'models' }, this.tabs);
    }

    choose(model) {
        this.model = model;
        this.tabs?.forEach((t, i) => t.setAttribute('aria-selected', String(this.data.models[i] === model)));
        const sure = model.uncertainty
            ? ` Errors up to ${show(model.uncertainty, 2)} (hollow marks) are at the reference's own uncertainty.`
            : model.reference && !model.problem
              ? ' How uncertain that is itself is not known.'
              : '';
        this.about.textContent = model.problem ? '' : `Compared with ${model.reference}.${sure} Error over ${model.columns} columns: ${model.channels}.`;
        this.about.textContent += this.heldSteps();
        this.redraw();
        this.sheet?.set(this.rows());
    }

    /** Where most methods take the same steps whatever ERROR is, that is what a reader has to know first. */
    heldSteps() {
        const ends = this.model.runs.map((runs) => runs.filter((r) => r.end === 'done')).filter((runs) => runs.length > 1);
        const held = ends.filter((runs) => runs.at(-1).steps <= 1.1 * runs[0].steps).length;
        if (!held || 2 * held < ends.length) return '';
        return ` ${held} of ${ends.length} methods take about the same steps with every ERROR: there the output step, or HMAX, decides, and not ERROR.`;
    }

    redraw() {
        this.legendDraw();
        for (const c of this.charts) c.update();
        this.focus(-1);
    }

    theme() {
        this.redraw();
        this.profileDraw?.();
    }

    focus(k) {
        this.legendItems?.forEach((e, i) => {
            e.classList.toggle('pale', k >= 0 && i !== k);
            e.setAttribute('aria-pressed', String(!this.hidden.has(i)));
        });
        for (const c of this.charts) c.chart.focus(k, this.hidden);
        this.profileChart?.focus(k, this.hidden);
    }

    legend() {
        return (this.legendBox = h('div', { class: 'legend methods', id: 'legend' }));
    }

    legendDraw() {
        const toggle = (i) => {
            if (this.hidden.has(i)) this.hidden.delete(i);
            else this.hidden.add(i);
            this.focus(-1);
        };
        this.legendItems = this.look.map((m, i) => {
            const line = h('i');
            line.style.borderTop = `3px ${['solid', 'dashed', 'dotted'][Math.min(2, m.variant)]} ${this.colour(i)}`;
            const runs = this.model.runs[i];
            const failed = runs.filter((r) => r.end !== 'done').length;
            return h(
                'button',
                {
                    title: 'Click: hide or show. Ctrl-click: this one only',
                    onclick: (e) => {
                        if (!e.ctrlKey && !e.metaKey) return toggle(i);
                        const alone = this.hidden.size === this.look.length - 1 && !this.hidden.has(i);
                        this.hidden = new Set(alone ? [] : this.look.map((_, k) => k).filter((k) => k !== i));
                        this.focus(-1);
                    },
                    onpointerenter: () => this.focus(i),
                    onpointerleave: () => this.focus(-1),
                },
                line,
                m.name,
                failed ? h('em', { text: failed === runs.length ? 'failed' : `${failed} failed` }) : null,
            );
        });
        clear(this.legendBox).append(...this.legendItems);
    }

    tip(r, e) {
        return [
            `ERROR = ${asked(this.data.errors[e])}`,
            `error ${show(r.error, 3)}${r.uncertain ? ", at the reference's own uncertainty" : ` (${r.channel} at t = ${show(r.when, 4)})`}`,
            `time ${seconds(r.cpu)}`,
            `${r.steps} steps, ${r.rejected} rejected, ${r.matrices} matrices`,
        ];
    }

    curves(x, y) {
        return this.look.map((m, i) => ({
            name: m.name,
            colour: this.colour(i),
            dash: dashes[m.variant % dashes.length],
            mark: m.variant,
            points: this.model.runs[i].map((r, e) => {
                const done = r.end === 'done';
                return { x: done ? x(r, e) : null, y: done ? y(r, e) : null, hollow: r.uncertain, tip: this.tip(r, e) };
            }),
        }));
    }

    add(curves, options) {
        const entry = { chart: new Chart([], { ...options(), onfocus: (k) => this.focus(k) }), update: () => entry.chart.set(curves(), options()) };
        this.charts.push(entry);
        return entry.chart.element;
    }

    workPrecision() {
        const band = () => (this.model.uncertainty ? { y: this.model.uncertainty, text: "the reference's own uncertainty" } : null);
        return h(
            'section',
            {},
            h('h2', { text: 'Error against time' }),
            h('p', { class: 'quiet', text: 'Each mark is a run; along a curve ERROR gets smaller. Lower and further left is better.' }),
            this.add(
                () =>
                    this.curves(
                        (r) => r.cpu,
                        (r) => r.error,
                    ),
                () => ({ xLabel: 'seconds of the processor', yLabel: 'error', height: 430, band: band(), empty: 'no run has come to its end', title: 'error against time' }),
            ),
        );
    }

    small() {
        const quantities = [
            ['Steps', 'steps'],
            ['Steps rejected', 'rejected'],
            ['Iterations of the corrector', 'iterations'],
            ['Evaluations of the equations', 'residuals'],
            ['Matrices', 'matrices'],
            ['Energy drift, share of what moves', 'drift'],
            ['Constraints of positions off by', 'position'],
            ['Constraints of velocities off by', 'velocity'],
            ['Constraints of accelerations off by', 'acceleration'],
        ];
        return h(
            'section',
            {},
            h('h2', { text: 'What it took, and what was kept' }),
            h('p', {
                class: 'quiet',
                text: 'Over the ERROR asked for, tighter to the right; zeros stand on the lower edge. Violations are the largest at outputs, in the units of the model.',
            }),
            h(
                'div',
                { class: 'cells' },
                quantities.map(([name, key]) =>
                    h(
                        'div',
                        { class: 'cell' },
                        h('h3', { text: name }),
                        this.add(
                            () =>
                                this.curves(
                                    (r, e) => this.data.errors[e],
                                    (r) => r[key] ?? null,
                                ),
                            () => ({ xLabel: 'ERROR', yLabel: name, small: true, height: 210, reverse: true, empty: 'zero throughout' }),
                        ),
                    ),
                ),
            ),
        );
    }

    profile() {
        const { data } = this;
        if (data.models.length < 2 || !data.accuracies.length) return null;
        const select = h(
            'select',
            { id: 'accuracy', 'aria-label': 'Accuracy' },
            data.accuracies.map((a, k) => h('option', { value: k, text: `models at an error of ${power(a.accuracy)}` })),
            h('option', { value: 'all', text: 'models at each of these accuracies' }),
        );
        const nearest = data.accuracies.findIndex((a) => a.accuracy <= data.accuracy * 1.001);
        select.value = String(nearest < 0 ? data.accuracies.length - 1 : nearest);
        this.profileChart = new Chart([], { onfocus: (k) => this.focus(k) });
        this.profileDraw = () => {
            const chosen = select.value === 'all' ? data.accuracies : [data.accuracies[Number(select.value)]];
            this.profileChart.set(this.profileCurves(chosen), {
                xLabel: 'τ: times the seconds of the quickest',
                yLabel: 'share of problems solved',
                stairs: true,
                linear: true,
                height: 340,
            });
            this.profileChart.focus(-1, this.hidden);
        };
        select.addEventListener('change', this.profileDraw);
        queueMicrotask(this.profileDraw);
        return h(
            'section',
            { id: 'profile' },
            h('h2', { text: 'Performance profile over all models' }),
            h('p', {
                class: 'quiet',
                text: 'ρ(τ) is the share of problems that a method solves within τ times the time of the quickest (Dolan and Moré): at the left how often it is the quickest, at the right how often it gets there at all.',
            }),
            h('div', { class: 'bar flush' }, select),
            this.profileChart.element,
        );
    }

    /** Steps of the share from problem to problem, up to somewhat beyond the largest ratio. */
    profileCurves(chosen) {
        const { methods } = this.data;
        const ratios = methods.map((_, s) => chosen.flatMap((a) => a.ratio.filter((_r, i) => i % methods.length === s)));
        const most = 1.3 * Math.max(1.5, ...ratios.flat().filter((r) => r !== null));
        return this.look.map((m, i) => {
            const sorted = ratios[i].filter((r) => r !== null).sort((a, b) => a - b);
            const share = (k) => k / ratios[i].length;
            const points = [{ x: 1, y: share(sorted.filter((r) => r <= 1).length) }];
            sorted.forEach((r, k) => r > 1 && points.push({ x: r, y: share(k + 1) }));
            points.push({ x: most, y: share(sorted.length) });
            return { name: m.name, colour: this.colour(i), dash: dashes[m.variant % dashes.length], mark: 0, points };
        });
    }

    /** The quickest method for each accuracy, over all models. */
    quickest() {
        const { accuracies, methods, models } = this.data;
        if (!accuracies.length) return null;
        const rows = accuracies.map((a) => {
            const list = methods
                .map((name, s) => {
                    const ratios = models.map((_, m) => a.ratio[m * methods.length + s]);
                    const times = models.map((_, m) => a.time[m * methods.length + s]);
                    if (ratios.some((r) => r === null)) return null;
                    return { name, ratio: Math.exp(ratios.reduce((t, r) => t + Math.log(r), 0) / models.length), time: times.reduce((t, x) => t + x, 0) };
                })
                .filter(Boolean)
                .sort((x, y) => x.ratio - y.ratio);
            return { accuracy: a.accuracy, list };
        });
        const shown = rows.slice(0, 1 + rows.findLastIndex(({ list }) => list.length) + 1);
        return h(
            'section',
            {},
            h('h2', { text: 'The quickest to an accuracy' }),
            h(
                'div',
                { class: 'scroll' },
                h(
                    'table',
                    { class: 'sheet-table', id: 'quickest' },
                    h('thead', {}, h('tr', {}, ['error', 'quickest', 'time', 'then'].map((t) => h('th', { class: t === 'time' ? 'number' : null, text: t })))),
                    h(
                        'tbody',
                        {},
                        shown.map(({ accuracy, list }) =>
                            h(
                                'tr',
                                {},
                                h('td', { text: power(accuracy) }),
                                h('td', { text: list[0]?.name ?? 'none in all models' }),
                                h('td', { class: 'number', text: list[0] ? seconds(list[0].time) : '' }),
                                h('td', {
                                    class: 'quiet',
                                    text: list
                                        .slice(1, 4)
                                        .map((x) => `${x.name} ${(x.ratio / list[0].ratio).toFixed(1)}×`)
                                        .join(', '),
                                }),
                            ),
                        ),
                    ),
                ),
            ),
        );
    }

    /** What failed, the same message of a method once with all its ERRORs. */
    failures() {
        const { data } = this;
        const found = new Map();
        for (const m of data.models)
            m.runs.forEach((runs, s) =>
                runs.forEach((r, e) => {
                    if (r.end === 'done' || (r.end === 'not run' && !r.message)) return;
                    const key = JSON.stringify([m.name, s, r.end, r.message.replace(/[-+\d.]+(e[-+]?\d+)?/g, '#')]);
                    if (!found.has(key)) found.set(key, { model: m.name, method: data.methods[s], end: r.end, message: r.message, errors: [] });
                    found.get(key).errors.push(data.errors[e]);
                }),
            );
        if (!found.size) return h('section', {}, h('h2', { text: 'Failures' }), h('p', { class: 'quiet', text: 'None: every run came to its end.' }));
        return h(
            'section',
            { id: 'failures' },
            h('h2', { text: 'Failures, and what the runs say about them' }),
            h(
                'ul',
                { class: 'messages' },
                [...found.values()].map((f) =>
                    h(
                        'li',
                        { class: f.end === 'not run' ? '' : f.end === 'time limit' ? 'warning' : 'error' },
                        h('b', { text: `${f.method}${data.models.length > 1 ? ` on ${f.model}` : ''}: ${f.end}` }),
                        h('code', { text: `ERROR = ${f.errors.map(asked).join(', ')}` }),
                        h('span', { class: 'said', text: f.message }),
                    ),
                ),
            ),
        );
    }

    rows() {
        return this.model.runs.flatMap((runs, s) =>
            runs.map((r, e) => ({ ...r, method: this.data.methods[s], asked: this.data.errors[e], class: r.end === 'done' ? null : 'bad' })),
        );
    }

    table() {
        const number = (name, key, title, text) => ({
            name,
            title,
            number: true,
            value: (r) => (r.end === 'not run' ? null : r[key]),
            text: text ?? ((r) => (r.end === 'not run' ? '' : digits(r[key]))),
        });
        const count = (name, key, title) => number(name, key, title, (r) => (r.end === 'not run' ? '' : String(r[key])));
        const done = (r, text) => (r.end === 'done' ? text : '');
        this.sheet = new Sheet(
            [
                { name: 'method', value: (r) => r.method },
                { ...number('ERROR', 'asked', 'asked for'), value: (r) => r.asked, text: (r) => power(r.asked) },
                { name: 'outcome', value: (r) => r.end, class: (r) => (r.end === 'done' ? 'quiet' : 'wrong') },
                number('error', 'error', 'largest deviation from the reference', (r) =>
                    done(r, r.uncertain ? `≤ ${show(this.model.uncertainty, 2)}` : digits(r.error)),
                ),
                number('time', 'cpu', 'seconds of the processor in the integration', (r) => (r.end === 'not run' ? '' : seconds(r.cpu))),
                count('steps', 'steps'),
                count('rejected', 'rejected', 'steps that were repeated'),
                count('iterations', 'iterations', 'of the corrector'),
                count('residuals', 'residuals', 'evaluations of the equations of motion'),
                count('matrices', 'matrices'),
                number('position', 'position', 'largest violation of constraints of positions at outputs'),
                number('velocity', 'velocity', 'largest violation of constraints of velocities at outputs'),
                number('acceleration', 'acceleration', 'largest violation of constraints of accelerations at outputs'),
                number('energy', 'drift', 'what the balance of energy lacks at the worst, as a share of the energy that moves', (r) => done(r, digits(r.drift))),
            ],
            this.rows(),
        );
        return h(
            'section',
            { id: 'runs' },
            h('h2', { text: 'All runs' }),
            h('p', { class: 'quiet', text: 'A click on a heading sorts. The same, with messages, is in the .csv beside this page.' }),
            this.sheet.element,
        );
    }

    how() {
        const { data } = this;
        const longest = Math.max(0, ...data.models.flatMap((m) => m.runs.flat().filter((r) => r.end === 'done' && !r.timed).map((r) => r.cpu)));
        const facts = [
            ['Error', 'max over outputs and columns of |y − r| / s, with r the reference and s the largest range of a column of the same dimension in it: 1e-3 is a thousandth of the largest travel.'],
            [
                'Time',
                `processor time of the integration, without reading, initial conditions and output; the least of two to four runs without bookkeeping where it is short${longest ? '; runs of more than 5 s are not repeated and include the balance of energy' : ''}. ${data.jobs} process${data.jobs > 1 ? 'es' : ''} at a time, each with at most ${show(data.limit)} s.`,
            ],
            ['Violations', 'the largest residual of a constraint equation at outputs, as the method left it, with accelerations of the method itself where it is implicit: lengths in the unit of the model, products of unit vectors, angles in radians.'],
            ['Energy drift', 'kinetic, potential and elastic energy less the work of forces, dampers and motions: the largest change from the start, divided by the largest kinetic energy or the range of the potential one. Work is summed up from step to step, which has an error of its own where forces, dampers or motions do work.'],
            ['Made by', `cardan ${data.version}`],
            ['Command', data.command],
        ];
        return h(
            'section',
            {},
            h('h2', { text: 'How this was measured' }),
            h(
                'dl',
                { class: 'facts' },
                facts.flatMap(([k, v]) => [h('dt', { text: k }), h('dd', { text: v })]),
            ),
        );
    }
}

export const comparison = (data) => new Comparison(data);
