// curves.js - chosen columns over time or frequency, one panel per unit; the cursor is the moment that the animation shows.
import uPlot from 'uplot';
import { clear, h, isDark, palettes, save, show } from './dom.js';
import { spectrum } from './fft.js';
import { Tree } from './tree.js';

/** By run. */
const dashes = [[], [7, 4], [2, 4], [11, 4, 2, 4]];

export class Curves {
    constructor(runs, player) {
        this.runs = runs;
        this.run = runs[0];
        this.player = player;
        this.plots = [];
        this.chosen = [];
        this.panels = h('div', { class: 'panels' });
        this.mode = h(
            'select',
            { id: 'spectrum', 'aria-label': 'Show over', onchange: () => this.draw() },
            h('option', { value: 'time', text: 'over time' }),
            h('option', { value: 'fft', text: 'spectrum (FFT)' }),
        );
        const button = (text, title, id, action) => h('button', { class: 'tool wide', title, id, text, onclick: action });
        const bar = h(
            'div',
            { class: 'bar' },
            this.mode,
            button('Whole', 'Show the whole run again (double click in a plot)', 'whole', () => this.reset()),
            button('Clear', 'Take all curves away', 'clear', () => this.tree.set([])),
            h('span', { class: 'gap' }),
            button('CSV', 'Save the curves as a table', 'csv', () => this.exportCsv()),
            button('PNG', 'Save the plots as a picture', 'png', () => this.exportPng()),
        );
        this.tree = new Tree(runs, (list) => {
            this.chosen = list;
            this.draw();
        });
        this.element = h('section', { class: 'curves' }, h('div', { class: 'plots' }, bar, this.panels), this.tree.element);
        new ResizeObserver(() => this.resize()).observe(this.panels);
        player.listen(() => this.moveCursor());
        this.tree.set(this.first());
    }

    /** To begin with: what the first request asks for, or how the first part moves. */
    first() {
        for (const category of ['Requests', 'Parts', 'Constraints']) {
            const all = this.run.columns.filter((c) => c.category === category && c.matters);
            if (!all.length) continue;
            const visibly = all.filter((c) => c.share > 1e-4);
            const moving = visibly.length ? visibly : all;
            const own = moving.filter((c) => c.owner === moving[0].owner && c.kind === moving[0].kind && c.id === moving[0].id);
            return own.filter((c) => c.unit === own[0].unit && !(c.key === 'F1' && own.length > 1)).slice(0, 3);
        }
        return [];
    }

    /** A curve of each run for each chosen column: a second run beside the first is dashed, further ones have colours of their own. In the unit of that column; in its own where they measure different things. */
    curves() {
        const palette = palettes[isDark() ? 'dark' : 'light'];
        return this.chosen
            .flatMap((c, k) =>
                this.runs.map((run, r) => {
                    const column = run === c.run ? c : run.find(c.name);
                    if (!column) return null;
                    const factor = column.factorTo(c);
                    const from = factor !== null && column.unit !== c.unit ? `, from ${column.unit}` : '';
                    return {
                        column,
                        run,
                        factor: factor ?? 1,
                        label: this.runs.length > 1 ? `${c.name} (${run.label}${from})` : c.name,
                        colour: palette[(r < 2 ? k : k + (r - 1) * this.chosen.length) % palette.length],
                        dash: dashes[r % dashes.length],
                        unit: factor === null ? column.unit : c.unit,
                    };
                }),
            )
            .filter(Boolean);
    }

    draw() {
        for (const p of this.plots) p.destroy();
        this.plots = [];
        clear(this.panels);
        const all = this.curves();
        const units = [...new Set(all.map((c) => c.unit))];
        if (!all.length)
            this.panels.append(h('p', { class: 'quiet', text: 'Choose channels below; several in one plot, one plot per unit.' }));
        this.groups = units.map((unit) => all.filter((c) => c.unit === unit));
        for (const group of this.groups) this.addPanel(group);
        this.moveCursor();
    }

    /** All curves of a panel on the instants of all of its runs; between its own instants a curve has no value. */
    table(group) {
        const fft = this.mode.value === 'fft';
        const rows = group.map((c) => {
            const y = c.factor === 1 ? c.column.values : c.column.values.map((v) => v * c.factor);
            if (!fft) return { x: c.run.clock, y };
            const s = spectrum(c.run.clock, y);
            return s ? { x: s.frequency, y: s.amplitude } : { x: new Float64Array(0), y: new Float64Array(0) };
        });
        const same = rows.every((r) => r.x === rows[0].x || (r.x.length === rows[0].x.length && r.x.every((v, i) => v === rows[0].x[i])));
        if (same) return [rows[0].x, ...rows.map((r) => Array.from(r.y, (v) => (Number.isFinite(v) ? v : null)))];
        return uPlot.join(rows.map((r) => [Array.from(r.x), Array.from(r.y, (v) => (Number.isFinite(v) ? v : null))]));
    }

    addPanel(group) {
        const fft = this.mode.value === 'fft';
        const css = getComputedStyle(document.documentElement);
        const ink = css.getPropertyValue('--ink').trim();
        const rule = css.getPropertyValue('--rule').trim();
        const unit = group[0].unit;
        const legend = h(
            'div',
            { class: 'legend' },
            group.map((c) => {
                c.reading = h('b');
                const line = h('i');
                line.style.borderTop = `3px ${c.dash.length ? (c.dash[0] < 4 ? 'dotted' : 'dashed') : 'solid'} ${c.colour}`;
                return h(
                    'span',
                    { title: c.column.comment ?? '' },
                    line,
                    c.label,
                    c.column.heading ? h('em', { text: c.column.heading }) : null,
                    c.reading,
                );
            }),
        );
        const box = h('div', { class: 'plot' });
        this.panels.append(h('figure', {}, legend, box));
        const units = this.run.scene?.units;
        const axis = {
            stroke: ink,
            grid: { stroke: rule, width: 1 },
            ticks: { stroke: rule, width: 1 },
            font: '12px system-ui, sans-serif',
            labelFont: '12px system-ui, sans-serif',
            labelSize: 22,
        };
        const xLabel = fft
            ? `frequency${units?.frequency ? ` [${units.time === 's' ? 'Hz' : units.frequency}]` : ''}`
            : this.run.timed
              ? `time${units?.time ? ` [${units.time}]` : ''}`
              : 'output';
        const plot = new uPlot(
            {
                width: Math.max(200, box.clientWidth),
                height: this.height(),
                legend: { show: false },
                focus: { alpha: 1 },
                cursor: {
                    sync: { key: fft ? 'frequency' : 'time', setSeries: false },
                    drag: { x: true, y: false, uni: 20 },
                    points: { size: 7 },
                },
                scales: {
                    x: { time: false },
                    y: {
                        range: (u, low, high) =>
                            low === null
                                ? [0, 1]
                                : low === high
                                  ? [low - Math.max(1e-9, Math.abs(low) * 0.1), high + Math.max(1e-9, Math.abs(high) * 0.1)]
                                  : uPlot.rangeNum(low, high, 0.08, false),
                    },
                },
                axes: [
                    { ...axis, label: xLabel, size: 34 },
                    {
                        ...axis,
                        label: unit || ' ',
                        size: (u, values) => 18 + 7 * Math.max(3, ...(values ?? []).map((v) => String(v).length)),
                        values: (u, ticks) => ticks.map((v) => show(v, 6)),
                    },
                ],
                series: [
                    {},
                    ...group.map((c) => ({
                        label: c.label,
                        stroke: c.colour,
                        width: 1.8,
                        pxAlign: 0, // whole pixels would make a slow curve a staircase
                        dash: c.dash,
                        points: { show: false },
                        spanGaps: true,
                    })),
                ],
                hooks: { draw: [(u) => this.drawNow(u)] },
            },
            this.table(group),
            box,
        );
        plot.over.addEventListener('click', (e) => {
            if (!fft && Math.abs(plot.select.width) < 3) this.player.goTime(plot.posToVal(e.offsetX, 'x'));
        });
        this.plots.push(plot);
    }

    height() {
        const room = this.panels.clientHeight || 300;
        const n = Math.max(1, this.groups?.length ?? 1);
        const legend = Math.max(30, ...[...this.panels.querySelectorAll('.legend')].map((e) => e.offsetHeight));
        return Math.max(170, Math.min(680, Math.floor(room / n) - legend - 6));
    }

    /** The moment of the animation as a line. */
    drawNow(u) {
        if (this.mode.value === 'fft') return;
        const x = Math.round(u.valToPos(this.player.t, 'x', true));
        if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
        const c = u.ctx;
        c.save();
        c.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--quiet').trim();
        c.lineWidth = 1.5 * (window.devicePixelRatio || 1);
        c.beginPath();
        c.moveTo(x, u.bbox.top);
        c.lineTo(x, u.bbox.top + u.bbox.height);
        c.stroke();
        c.restore();
    }

    moveCursor() {
        if (!this.element?.isConnected || this.element.hidden) return;
        for (const p of this.plots) p.redraw(false, false);
        for (const group of this.groups ?? []) {
            for (const c of group) {
                const { frame, next, share } = c.run.frameAt(this.player.t);
                const v = c.column.values;
                const now = (v[frame] + (v[next] - v[frame]) * share) * c.factor;
                c.reading.textContent = v.length && this.mode.value === 'time' ? show(now) : '';
            }
        }
    }

    resize() {
        for (const p of this.plots) p.setSize({ width: Math.max(200, p.root.parentElement.clientWidth), height: this.height() });
    }

    reset() {
        for (const p of this.plots) p.setData(p.data);
    }

    exportCsv() {
        const all = this.curves();
        if (!all.length) return;
        const data = this.table(all);
        const quote = (s) => `"${s.replaceAll('"', '""')}"`;
        const head = [this.mode.value === 'fft' ? 'frequency' : 'time', ...all.map((c) => `${c.label}${c.unit ? ` [${c.unit}]` : ''}`)]
            .map(quote)
            .join(',');
        const rows = Array.from(data[0], (x, i) => [x, ...data.slice(1).map((y) => y[i] ?? '')].join(','));
        save('curves.csv', new Blob([`${head}\n${rows.join('\n')}\n`], { type: 'text/csv' }));
    }

    exportPng() {
        if (!this.plots.length) return;
        const scale = window.devicePixelRatio || 1;
        const css = getComputedStyle(document.documentElement);
        const width = Math.max(...this.plots.map((p) => p.ctx.canvas.width));
        const canvas = h('canvas', { width, height: this.plots.reduce((s, p) => s + p.ctx.canvas.height + 28 * scale, 0) });
        const c = canvas.getContext('2d');
        c.fillStyle = css.getPropertyValue('--panel');
        c.fillRect(0, 0, canvas.width, canvas.height);
        c.font = `${13 * scale}px system-ui, sans-serif`;
        let y = 0;
        this.plots.forEach((p, k) => {
            let x = 12 * scale;
            for (const curve of this.groups[k]) {
                c.fillStyle = curve.colour;
                c.fillRect(x, y + 14 * scale, 18 * scale, 3 * scale);
                c.fillStyle = css.getPropertyValue('--ink');
                c.fillText(curve.label, x + 24 * scale, y + 20 * scale);
                x += 44 * scale + c.measureText(curve.label).width;
            }
            c.drawImage(p.ctx.canvas, 0, y + 28 * scale);
            y += p.ctx.canvas.height + 28 * scale;
        });
        canvas.toBlob((blob) => save('curves.png', blob));
    }
}
