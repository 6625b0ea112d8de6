// data.js - runs as the program has packed them (src/report/pack.h).
import { unzlibSync } from 'fflate';
import { show } from './dom.js';

function bytesOf(base64) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
    const text = atob(base64);
    const out = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
    return out;
}

const placeSize = 14; // numbers

const categories = {
    displacement: 'Parts',
    velocity: 'Parts',
    acceleration: 'Parts',
    reaction: 'Constraints',
    force: 'Forces',
    system: 'System',
    request: 'Requests',
};

/** One column of a run: names, unit, and its numbers when they are asked for. */
class Column {
    constructor(run, index, row, moving) {
        [this.owner, this.component, this.unit, this.group, this.kind, this.id, this.low, this.step, this.dimension, this.si, this.key, this.heading] =
            row;
        this.run = run;
        this.index = index;
        this.moving = moving; // position among those that change; -1: constant
        this.category = categories[this.group] ?? 'System';
        this.name = `${this.owner}.${this.component}`;
        this.title = this.name; // with the heading of a request
        this.numbers = null;
    }

    /** What its numbers are to be multiplied by to stand on the axis of another column; null: they cannot. */
    factorTo(other) {
        if (this.unit === other.unit) return 1;
        return this.si && other.si && this.dimension === other.dimension ? this.si / other.si : null;
    }

    get values() {
        if (this.numbers) return this.numbers;
        const { frames, planes, movingCount } = this.run;
        const out = new Float64Array(frames);
        if (this.moving < 0) return (this.numbers = out.fill(this.low));
        const plane = movingCount * frames;
        let k = 0;
        for (let i = 0, at = this.moving * frames; i < frames; i++, at++) {
            k = (k + planes[at] + (planes[at + plane] << 8) + (planes[at + 2 * plane] << 16)) & 0xffffff;
            out[i] = k === 0xffffff ? NaN : this.low + k * this.step;
        }
        return (this.numbers = out);
    }
}

/** What is shown of a run. */
export class Run {
    constructor(base64) {
        const bytes = unzlibSync(bytesOf(base64));
        const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
        const json = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
        Object.assign(this, json);
        this.tellGaps();
        this.head ??= { version: '?', command: '' };
        this.scene = this.head.scene ?? null;
        this.time = Float64Array.from(json.time);
        this.frames = this.time.length;
        let moving = 0;
        this.columns = json.columns.map((row, i) => new Column(this, i, row, row[7] > 0 ? moving++ : -1));
        this.movingCount = moving;
        this.judge();
        this.planes = bytes.subarray(4 + length);
        this.corners = this.planes.slice(3 * moving * this.frames); // of meshes
        this.readPlaces(bytes);
        this.byKey = new Map();
        for (const c of this.columns) {
            const key = `${c.kind}/${c.id}`;
            if (!this.byKey.has(key)) this.byKey.set(key, new Map());
            const own = this.byKey.get(key);
            if (!own.has(c.component)) own.set(c.component, c);
        }
        for (const r of this.scene?.requests ?? []) this.nameRequest(r);
        // Where time stands still, as in statics, outputs are counted instead.
        const length_ = this.frames ? this.time[this.frames - 1] - this.time[0] : 0;
        this.timed = length_ > 0;
        this.clock = this.timed ? this.time : Float64Array.from(this.time, (_, i) => i);
    }

    /** Places where shapes touch stand at the end. */
    readPlaces(bytes) {
        const all = (this.places ?? []).reduce((a, b) => a + b, 0);
        this.placeNumbers = new Float32Array(bytes.slice(bytes.length - all * 4 * placeSize).buffer);
        let first = 0;
        this.firstPlace = (this.places ?? []).map((n) => (first += n) - n);
        this.contacts = (this.scene?.elements ?? []).filter((e) => e.kind === 'CONTACT');
    }

    /** Where shapes touch in a frame: positions of the CONTACT and of both GRAPHICS in their lists, point, normal, forces, penetration. */
    placesAt(frame) {
        return Array.from({ length: this.places?.[frame] ?? 0 }, (_, k) => {
            const x = this.placeNumbers.subarray((this.firstPlace[frame] + k) * placeSize);
            return {
                contact: x[0],
                i: x[1],
                j: x[2],
                point: x.subarray(3, 6),
                normal: x.subarray(6, 9),
                N: x[9],
                friction: x.subarray(10, 13),
                depth: x[13],
            };
        });
    }

    /** What a pair of shapes is called: "CONTACT/1, ball on floor". */
    pairName({ contact, i, j }) {
        const label = (e) => (e ? e.name || `${e.kind}/${e.id}` : '?');
        const shape = (k) => label(this.scene?.graphics[k]);
        return `${label(this.contacts[contact])}, ${shape(i)} on ${shape(j)}`;
    }

    /** What the page does not have is told like what the run had to say. */
    tellGaps() {
        if (this.damaged)
            this.messages.push({
                severity: this.done ? 'warning' : 'error',
                code: 'RECORD_CUT',
                text: `The record is cut off or damaged: the run was ended from outside, or the file is not whole. ${this.outputs} outputs could be read.`,
            });
        for (const m of this.meshes.filter((x) => !x.count))
            this.messages.push({
                severity: 'warning',
                code: 'NO_SHAPE',
                text: `GRAPHICS/${m.id}: ${m.file} is not drawn: no solid (.xmt_txt, .x_t, .xmt_bin) or mesh (.stl, .obj) was found under that name, beside the dataset or beside the results.`,
            });
    }

    /** Time in the unit that another run has it in. */
    timeLike(other) {
        const [own, others] = [this.scene?.units.second, other.scene?.units.second];
        if (this.timed && other.timed && own && others && own !== others) this.clock = this.clock.map((t) => (t * own) / others);
    }

    /** Which columns change by more than rounding does, against what else has their unit. */
    judge() {
        const largest = (this.largest = new Map());
        const range = (c) => (c.moving < 0 ? 0 : c.step * 0xfffffe);
        const size = (c) => Math.max(Math.abs(c.low), Math.abs(c.low + range(c)));
        const length = this.scene?.units.length ?? '';
        for (const m of this.scene?.markers ?? []) largest.set(length, Math.max(largest.get(length) ?? 0, ...m.r.map(Math.abs)));
        const duration = this.time[this.frames - 1] - this.time[0];
        if (duration > 0) largest.set(this.scene?.units.velocity, (largest.get(length) ?? 0) / duration);
        for (const c of this.columns) largest.set(c.unit, Math.max(largest.get(c.unit) ?? 0, size(c)));
        for (const c of this.columns) {
            c.share = range(c) / (largest.get(c.unit) || 1); // of the largest of its unit, the size of the model among them
            c.matters = c.share > 1e-9;
        }
    }

    /** A vector as text; what is rounding against all else of its unit is zero. */
    vector(numbers, unit) {
        const small = 1e-9 * (this.largest.get(unit) ?? 0);
        return numbers.map((x) => show(Math.abs(x) <= small ? 0 : x, 4)).join(', ');
    }

    nameRequest(request) {
        for (const c of this.columns) if (c.kind === request.kind && c.id === request.id) c.comment = request.comment;
    }

    column(kind, id, component) {
        return this.byKey.get(`${kind}/${id}`)?.get(component) ?? null;
    }

    find(name) {
        return this.columns.find((c) => c.name === name) ?? null;
    }

    /** The last frame at or before a time of the clock, and how far it is to the next. */
    frameAt(t) {
        let low = 0;
        let high = this.frames - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.clock[middle] <= t) low = middle;
            else high = middle - 1;
        }
        const next = Math.min(low + 1, this.frames - 1);
        const span = this.clock[next] - this.clock[low];
        return { frame: low, next, share: span > 0 ? Math.min(1, Math.max(0, (t - this.clock[low]) / span)) : 0 };
    }

    get start() {
        return this.frames ? this.clock[0] : 0;
    }
    get end() {
        return this.frames ? this.clock[this.frames - 1] : 0;
    }

    /** How it ended, in a word that styles know: done, halted, stopped, failed, input, killed. */
    get outcome() {
        return this.done ? this.done.status : 'killed';
    }

    mesh(id) {
        const m = this.meshes.find((x) => x.id === id);
        if (!m?.count) return null;
        const bytes = this.corners.slice(m.first * 36, (m.first + m.count) * 36);
        return new Float32Array(bytes.buffer, bytes.byteOffset, m.count * 9);
    }

    /** Edges of a solid as segments; null where its mesh has none of its own. */
    outline(id) {
        const m = this.meshes.find((x) => x.id === id);
        if (!m?.lines) return null;
        const from = this.triangles * 36 + m.line * 24;
        const bytes = this.corners.slice(from, from + m.lines * 24);
        return new Float32Array(bytes.buffer, bytes.byteOffset, m.lines * 6);
    }
}

export function readRuns() {
    return [...document.querySelectorAll('script[type="application/x-cardan"]')].map((e) => new Run(e.textContent));
}
