// chart.js - curves through points on logarithmic axes, drawn as SVG: each curve has its own abscissas, which need not be in order.
import { clear, h } from './dom.js';

const svgNames = 'http://www.w3.org/2000/svg';

function s(tag, attributes = {}, ...children) {
    const e = document.createElementNS(svgNames, tag);
    for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) e.setAttribute(key, String(value));
    e.append(...children);
    return e;
}

const superscripts = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };

/** 1e-5 as 10⁻⁵; small numbers as they are. */
export function power(x) {
    const k = Math.round(Math.log10(x));
    if (k >= -3 && k <= 3) return String(Number((10 ** k).toPrecision(3)));
    return `10${[...String(k)].map((c) => superscripts[c]).join('')}`;
}

/** 2e-4 as 2·10⁻⁴, which is no wider than a decade. */
function digit(x) {
    const decade = 10 ** Math.floor(Math.log10(x) + 1e-9);
    const m = Math.round(x / decade);
    if (decade >= 1e-3 && decade <= 1e3) return String(Number(x.toPrecision(2)));
    return m === 1 ? power(decade) : `${m}·${power(decade)}`;
}

/** Marks of points: what tells variants of a method apart besides their dashes. */
const marks = [
    (r) => `M${-r},0A${r},${r} 0 1,0 ${r},0A${r},${r} 0 1,0 ${-r},0Z`,
    (r) => `M${-r},${-r}H${r}V${r}H${-r}Z`,
    (r) => `M0,${-1.25 * r}L${1.2 * r},${r}H${-1.2 * r}Z`,
    (r) => `M0,${-1.3 * r}L${1.3 * r},0L0,${1.3 * r}L${-1.3 * r},0Z`,
    (r) => `M${-r},${-1.2 * r}H${r}L0,${1.2 * r}Z`,
];

/** Decades, or halves and fifths of one where there are few. */
function ticks(low, high, room) {
    const first = Math.ceil(Math.log10(low) - 1e-9);
    const last = Math.floor(Math.log10(high) + 1e-9);
    const stride = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, room)));
    const major = [];
    for (let k = first; k <= last; k += stride) major.push(10 ** k);
    if (major.length >= 3) return { major, text: power };
    const fine = [];
    for (let k = first - 1; k <= last + 1; k++) for (const m of [1, 2, 5]) fine.push(m * 10 ** k);
    return { major: fine.filter((x) => x >= low * 0.999 && x <= high * 1.001), text: digit };
}

/** The range of numbers with a little room on both sides, in logarithms. */
function spread(values) {
    const low = Math.min(...values);
    const high = Math.max(...values);
    const room = Math.max(0.08 * Math.log10(high / low), 0.12);
    return [low / 10 ** room, high * 10 ** room];
}

/**
 * curves: { name, colour, dash, mark, points: [{ x, y, hollow, tip }] }; points that are not positive are left out of the axes and drawn on
 * the lower edge. options: xLabel, yLabel, height, band { y, text }: a level below which points mean little; stairs: no marks, steps instead of
 * slopes; linear: the ordinate is not logarithmic.
 */
export class Chart {
    constructor(curves, options) {
        this.curves = curves;
        this.options = options;
        this.tip = h('div', { class: 'tip', hidden: true });
        this.element = h('figure', { class: 'chart' }, this.tip);
        this.watch = new ResizeObserver(() => this.draw());
        this.watch.observe(this.element);
    }

    set(curves, options) {
        this.curves = curves;
        this.options = { ...this.options, ...options };
        this.draw();
    }

    draw() {
        const { options } = this;
        const width = this.element.clientWidth;
        const height = options.height ?? 380;
        if (width < 60) return;
        this.svg?.remove();
        const all = this.curves.flatMap((c) => c.points).filter((p) => p.x !== null && p.y !== null);
        const xs = all.map((p) => p.x).filter((v) => v > 0);
        const ys = all.map((p) => p.y).filter((v) => v > 0);
        const svg = (this.svg = s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': options.title ?? options.yLabel }));
        this.element.prepend(svg);
        if (!xs.length || (!ys.length && !options.linear)) {
            svg.append(s('text', { x: width / 2, y: height / 2, class: 'axis', 'text-anchor': 'middle' }, options.empty ?? 'nothing to show'));
            return;
        }
        const [left, right, top, bottom] = [options.small ? 46 : 62, 12, 10, options.small ? 34 : 46];
        const [x0, x1] = options.stairs ? [1, Math.max(1.5, ...xs) * 1.05] : spread(xs);
        const [y0, y1] = options.linear ? [0, 1.02] : spread(options.band ? [...ys, options.band.y] : ys);
        const logX = (v) => Math.log10(v / x0) / Math.log10(x1 / x0);
        const X = (v) => left + (width - left - right) * (options.reverse ? 1 - logX(v) : logX(v));
        const Y = (v) => {
            const share = options.linear ? (v - y0) / (y1 - y0) : v > 0 ? Math.log10(v / y0) / Math.log10(y1 / y0) : 0;
            return height - bottom - (height - top - bottom) * Math.max(0, share);
        };
        this.frame(svg, { width, height, left, right, top, bottom, x0, x1, y0, y1, X, Y });
        this.under = s('g', {}); // what makes curves easy to hit lies under all of them, or it would hide points of others
        svg.append(this.under);
        this.groups = this.curves.map((c, k) => this.curve(svg, c, k, X, Y));
    }

    frame(svg, f) {
        const { options } = this;
        const g = s('g', { class: 'axis' });
        const tx = ticks(f.x0, f.x1, (f.width - f.left - f.right) / 56);
        for (const v of tx.major) {
            g.append(s('line', { x1: f.X(v), x2: f.X(v), y1: f.top, y2: f.height - f.bottom, class: 'grid' }));
            g.append(s('text', { x: f.X(v), y: f.height - f.bottom + 15, 'text-anchor': 'middle' }, tx.text(v)));
        }
        const ty = options.linear ? { major: [0, 0.25, 0.5, 0.75, 1], text: (v) => `${100 * v} %` } : ticks(f.y0, f.y1, (f.height - f.top - f.bottom) / 22);
        for (const v of ty.major) {
            g.append(s('line', { x1: f.left, x2: f.width - f.right, y1: f.Y(v), y2: f.Y(v), class: 'grid' }));
            g.append(s('text', { x: f.left - 6, y: f.Y(v) + 4, 'text-anchor': 'end' }, ty.text(v)));
        }
        if (options.band && options.band.y > f.y0) {
            const y = f.Y(options.band.y);
            g.append(s('rect', { x: f.left, y, width: f.width - f.left - f.right, height: f.height - f.bottom - y, class: 'band' }));
            g.append(s('text', { x: f.width - f.right - 6, y: f.height - f.bottom - 6, 'text-anchor': 'end', class: 'bandtext' }, options.band.text));
        }
        g.append(s('rect', { x: f.left, y: f.top, width: f.width - f.left - f.right, height: f.height - f.top - f.bottom, class: 'edge' }));
        g.append(s('text', { x: (f.left + f.width - f.right) / 2, y: f.height - 4, 'text-anchor': 'middle', class: 'label-x' }, options.xLabel));
        if (options.yLabel && !options.small)
            g.append(s('text', { transform: `translate(13 ${(f.top + f.height - f.bottom) / 2}) rotate(-90)`, 'text-anchor': 'middle' }, options.yLabel));
        svg.append(g);
    }

    curve(svg, c, k, X, Y) {
        const { options } = this;
        const g = s('g', { class: 'curve', 'data-name': c.name });
        const reach = s('g', { 'data-name': c.name });
        const pieces = [[]];
        for (const p of c.points) {
            if (p.x === null || p.y === null || !(p.x > 0)) pieces.push([]);
            else pieces.at(-1).push(p);
        }
        for (const piece of pieces.filter((q) => q.length)) {
            const at = piece.map((p) => [X(p.x), Y(p.y)]);
            const d = at.map(([x, y], i) => (i === 0 ? `M${x},${y}` : options.stairs ? `H${x}V${y}` : `L${x},${y}`)).join('');
            const line = { d, fill: 'none', 'stroke-dasharray': c.dash, 'pointer-events': 'none' };
            g.append(s('path', { ...line, stroke: c.colour, 'stroke-width': options.small ? 1.4 : 1.8 }));
            reach.append(s('path', { d, fill: 'none', stroke: 'transparent', 'stroke-width': 12 }));
            if (options.stairs) continue;
            piece.forEach((p, i) => {
                const r = options.small ? 2.6 : 4;
                const mark = s('path', {
                    d: marks[c.mark % marks.length](r),
                    transform: `translate(${at[i][0]} ${at[i][1]})`,
                    fill: p.hollow ? 'var(--panel)' : c.colour,
                    stroke: c.colour,
                    'stroke-width': 1.4,
                    class: 'point',
                });
                mark.addEventListener('pointerenter', () => this.showTip(at[i], [c.name, ...p.tip]));
                mark.addEventListener('pointerleave', () => (this.tip.hidden = true));
                g.append(mark);
            });
        }
        for (const part of [g, reach]) {
            part.addEventListener('pointerenter', () => options.onfocus?.(k));
            part.addEventListener('pointerleave', () => options.onfocus?.(-1));
            if (options.stairs || !c.points.some((p) => p.tip))
                part.addEventListener('pointermove', (e) => {
                    const box = this.element.getBoundingClientRect();
                    this.showTip([e.clientX - box.left, e.clientY - box.top], [c.name]);
                });
            part.addEventListener('pointerleave', () => (this.tip.hidden = true));
        }
        this.under.append(reach);
        svg.append(g);
        return g;
    }

    showTip([x, y], lines) {
        clear(this.tip);
        this.tip.append(h('b', { text: lines[0] }), ...lines.slice(1).map((t) => h('div', { text: t })));
        this.tip.hidden = false;
        const wide = this.tip.offsetWidth;
        const high = this.tip.offsetHeight;
        const room = this.element.clientWidth;
        this.tip.style.left = `${Math.max(0, x + 14 + wide > room ? x - wide - 14 : x + 14)}px`;
        this.tip.style.top = `${Math.max(0, y - high / 2)}px`;
    }

    /** Curves to be seen before all others; none: all alike. hidden: those not to be seen. */
    focus(k, hidden = new Set()) {
        this.groups?.forEach((g, i) => {
            g.classList.toggle('pale', k >= 0 && i !== k);
            for (const part of [g, this.under.children[i]]) part.classList.toggle('gone', hidden.has(i));
        });
    }
}
