// bent.js - a flexible body at a moment: displacements of its nodes by modes, and what they are coloured by.

const SUFFIX = ['', '_XX', '_YY', '_ZZ', '_XY', '_YZ', '_ZX']; // of channels, by component

export class Bent {
    constructor(run, body) {
        this.body = body;
        this.nodes = body.nodes.length / 3;
        this.frames = run.frames;
        const column = (name) => run.column(body.kind, body.id, name)?.values ?? null;
        this.modes = body.modes.map((k) => column(`MODE_${k}`));
        this.rates = body.modes.map((k) => column(`MODE_${k}_RATE`));
        this.rows = [];
        for (let k = 0; 3 * k < (body.stress?.length ?? 0); k++) {
            const [node, point, component] = body.stress.slice(3 * k, 3 * k + 3);
            const values = column(`STRESS_${point}${SUFFIX[component]}`);
            if (values) this.rows.push({ node, point, component, values });
        }
        this.most = {};
    }

    /** What can be shown by colours. */
    get kinds() {
        return ['displacement', 'speed', ...(this.rows.length ? ['stress'] : [])];
    }

    between(columns, { frame, next, share }) {
        return columns.map((v) => (v ? v[frame] + (v[next] - v[frame]) * share : 0));
    }

    coordinates(place) {
        return this.between(this.modes, place);
    }

    /** One mode, its largest displacement this long. */
    shape(mode, length) {
        const q = this.modes.map((_, j) => (j === mode ? 1 : 0));
        const most = Math.max(...this.sizes(q), 1e-300);
        return q.map((x) => (x * length) / most);
    }

    displaced(q, node) {
        const d = [0, 0, 0];
        const first = 3 * node * q.length;
        q.forEach((x, j) => d.forEach((_, c) => (d[c] += x * this.body.phi[first + 3 * j + c])));
        return d;
    }

    sizes(q) {
        return Array.from({ length: this.nodes }, (_, k) => Math.hypot(...this.displaced(q, k)));
    }

    /** Stress of each point: von Mises of its components, or the amount of a number by itself. */
    points(place) {
        const points = new Map();
        this.rows.forEach((r) => {
            const p = points.get(r.point) ?? { point: r.point, node: r.node, alone: 0, s: [0, 0, 0, 0, 0, 0] };
            const [x] = this.between([r.values], place);
            if (r.component > 0) p.s[r.component - 1] = x;
            else p.alone = Math.abs(x);
            points.set(r.point, p);
        });
        return [...points.values()].map(({ point, node, alone, s: [xx, yy, zz, xy, yz, zx] }) => {
            const square = ((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) / 2 + 3 * (xy * xy + yz * yz + zx * zx);
            return { point, node, stress: Math.max(alone, Math.sqrt(square)) };
        });
    }

    /** A number per node: displacement or speed in the frame of the body, the largest stress of points there. */
    values(by, place) {
        if (by === 'displacement') return this.sizes(this.coordinates(place));
        if (by === 'speed') return this.sizes(this.between(this.rates, place));
        const out = new Array(this.nodes).fill(0);
        for (const { node, stress } of this.points(place)) out[node] = Math.max(out[node], stress);
        return out;
    }

    /** The largest stress of each point over all frames. */
    hotSpots() {
        const most = new Map();
        for (let frame = 0; frame < this.frames && this.rows.length; frame++)
            for (const p of this.points({ frame, next: frame, share: 0 }))
                if (!(p.stress <= most.get(p.point)?.stress)) most.set(p.point, { ...p, frame, body: this.body });
        return [...most.values()];
    }

    /** The largest of them over the run, seen at a hundred frames. */
    largest(by) {
        if (this.most[by] === undefined) {
            let most = 0;
            for (let i = 0; i < this.frames; i += Math.max(1, Math.floor(this.frames / 100)))
                most = Math.max(most, ...this.values(by, { frame: i, next: i, share: 0 }));
            this.most[by] = most || 1;
        }
        return this.most[by];
    }
}
