// verify.js - whether results are converged: the verdict, how they change with ERROR, channel by channel.
import { Chart, power } from './chart.js';
import { h, isDark, palettes, show } from './dom.js';
import { Sheet } from './table.js';

const digits = (x) => (x === null || x === undefined ? '–' : show(x, 3));
const groupNames = {
    displacement: 'positions',
    orientation: 'axes',
    velocity: 'velocities',
    acceleration: 'accelerations',
    reaction: 'reactions',
    force: 'forces',
    system: 'states and variables',
    request: 'requests',
};
/** Changes below this are rounding: how they fall means nothing. */
const rounding = 1e-12;
const nameOf = (group) => groupNames[group] ?? group;

class Verification {
    constructor(data) {
        this.data = data;
        this.title = `${data.name}: are the results converged?`;
        this.pill = data.converged ? { kind: 'done', text: 'converged' } : { kind: 'failed', text: 'not converged' };
        this.channels = data.list.map(([name, group, change, before, cross]) => ({
            name,
            group: nameOf(group),
            change,
            falls: change > rounding && before !== null ? before / change : null,
            cross,
            worst: cross === null || change === null ? null : Math.max(change, cross),
        }));
        this.channels.sort((a, b) => (b.worst ?? Infinity) - (a.worst ?? Infinity) || 0);
        this.element = h('div', { class: 'verification' }, this.verdict(), this.curves(), this.runs(), this.table(), this.how());
        this.theme();
    }

    verdict() {
        const { data } = this;
        return h(
            'section',
            { class: `advice ${data.converged ? '' : 'bad'}`, id: 'verdict' },
            h('p', { class: 'headline plain', text: data.headline }),
            data.reason
                .split('\n')
                .filter(Boolean)
                .map((line) => h('p', { text: line })),
            data.enough && data.converged ? h('code', { class: 'headline', text: `INTEGRATOR/${data.integrator ? `${data.integrator}, ` : ''}ERROR = ${data.enough.toExponential()}` }) : null,
        );
    }

    curves() {
        this.chart = new Chart([], {
            xLabel: 'ERROR of the tighter of two runs',
            yLabel: 'largest change',
            height: 380,
            reverse: true,
            empty: 'fewer than two runs have come to their end',
            onfocus: (k) => this.chart.focus(k),
        });
        this.legend = h('div', { class: 'legend' });
        return h(
            'section',
            {},
            h('h2', { text: 'Change of results from run to run' }),
            h('p', {
                class: 'quiet',
                text: 'Each mark: the largest change of a kind of channels when ERROR is made smaller, as a share of its range. Below the edge of the shaded band changes are as small as is wanted.',
            }),
            this.legend,
            this.chart.element,
        );
    }

    theme() {
        const { data } = this;
        const palette = palettes[isDark() ? 'dark' : 'light'];
        const curves = data.groups.map((g, i) => ({
            name: nameOf(g.name),
            colour: palette[i % palette.length],
            dash: null,
            mark: i,
            points: g.change.map((y, k) => ({
                x: y === null || data.runs[k + 1]?.end !== 'done' ? null : data.runs[k + 1].asked,
                y,
                tip: [`ERROR from ${data.runs[k].asked.toExponential()} to ${data.runs[k + 1].asked.toExponential()}`, `largest change ${digits(y)}`],
            })),
        }));
        this.legend.replaceChildren(
            ...curves.map((c) => {
                const line = h('i');
                line.style.borderTop = `3px solid ${c.colour}`;
                return h('span', {}, line, c.name);
            }),
        );
        this.chart.set(curves, { band: { y: data.accuracy, text: `changes up to ${power(data.accuracy)}` } });
    }

    runs() {
        const { data } = this;
        const rows = data.runs.map((r) => ({ ...r, class: r.end === 'done' ? null : 'bad' }));
        const number = (name, key, title) => ({ name, title, number: true, value: (r) => r[key], text: (r) => digits(r[key]) });
        const count = (name, key, title) => ({ ...number(name, key, title), text: (r) => String(r[key]) });
        const columns = [
            { name: 'ERROR', number: true, value: (r) => r.asked, text: (r) => r.asked.toExponential() },
            { name: 'outcome', value: (r) => r.end, class: (r) => (r.end === 'done' ? 'quiet' : 'wrong') },
            number('change', 'change', 'from the run before'),
            number('from the last', 'distance', 'distance from the last run: what the error of this one is, if the last is right'),
            count('steps', 'steps'),
            count('rejected', 'rejected'),
            count('kinks', 'switching', 'steps that ended on a switching point of an expression'),
            { ...number('time', 'cpu', 'seconds of the processor'), text: (r) => `${show(r.cpu, 3)} s` },
        ];
        return h(
            'section',
            { id: 'runs' },
            h('h2', { text: `Runs with ${data.method || 'the method of the model'}` }),
            new Sheet(columns, rows).element,
            data.runs.filter((r) => r.message).map((r) => h('pre', { class: 'log', text: r.message })),
        );
    }

    table() {
        const { data } = this;
        const good = (r) => r.worst !== null && r.worst <= data.accuracy;
        const number = (name, key, title) => ({ name, title, number: true, value: (r) => r[key], text: (r) => digits(r[key]) });
        const columns = [
            { name: 'channel', value: (r) => r.name },
            { name: 'kind', value: (r) => r.group, class: () => 'quiet' },
            number('change', 'change', 'between the last two runs, as a share of the range of channels of its dimension'),
            number('falls by', 'falls', 'change between the two runs before, divided by that'),
            number('second method', 'cross', 'distance from the second method'),
            { name: 'converged to', number: true, value: (r) => r.worst, text: (r) => digits(r.worst), class: (r) => (good(r) ? '' : 'wrong') },
        ];
        const sheet = new Sheet(columns, this.channels);
        const find = h('input', {
            type: 'search',
            placeholder: 'Search channels',
            'aria-label': 'Search channels',
            oninput: () => sheet.set(this.channels.filter((c) => `${c.name} ${c.group}`.toLowerCase().includes(find.value.toLowerCase()))),
        });
        const settled = this.channels.filter(good).length;
        return h(
            'section',
            { id: 'channels' },
            h('h2', { text: `Channels: ${settled} of ${this.channels.length} converged to ${power(data.accuracy)}` }),
            h('p', {
                class: 'quiet',
                text: `Those that change most come first. ${data.channels ? `The verdict is about ${data.channels}. ` : ''}Accelerations and reactions follow displacements and velocities, and take a smaller ERROR.`,
            }),
            h('div', { class: 'bar flush' }, find),
            sheet.element,
        );
    }

    how() {
        const { data } = this;
        const facts = [
            ['Change', 'max over outputs of |y − r| / s between two runs, s being the largest range of a channel of the same dimension: 1e-3 is a thousandth of the largest travel.'],
            [
                'Converged',
                'when the last two changes are no larger than what is wanted, each run made more steps than the one before, and a second method of another family is no further away.',
            ],
            data.second
                ? ['Second method', `${data.second.label} with ERROR = ${data.second.asked.toExponential()}; its own change for a tenth of ERROR: ${digits(data.second.change)}`]
                : null,
            ['Made by', `cardan ${data.version}`],
            ['Command', data.command],
        ].filter(Boolean);
        return h(
            'section',
            {},
            h('h2', { text: 'How this was found' }),
            h(
                'dl',
                { class: 'facts' },
                facts.flatMap(([k, v]) => [h('dt', { text: k }), h('dd', { text: v })]),
            ),
        );
    }
}

export const verification = (data) => new Verification(data);
