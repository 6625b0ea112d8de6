// mechanism.js - the model in three dimensions: shapes of the dataset, and rods, symbols and springs where it has none.
import { Bent } from './bent.js';
import { BoxGeometry, BufferAttribute, BufferGeometry, Color, Group, Line, LineBasicMaterial, LineSegments, Points, PointsMaterial, Quaternion, SphereGeometry, Vector3 } from 'three';
import { Impulses, impactsOf } from './impulses.js';
import { Touches } from './touches.js';
import { arrow, foot, hull, inertiaBox, jointSymbol, material, movingRod, outlineOf, plate, rod, shapeOf, solid, spring, stretch } from './shapes.js';

export const partColours = ['#4f83b8', '#e08a3c', '#4fa387', '#b678a8', '#c9a227', '#5bb0c9', '#c65f52', '#8b7fc4'];
const groundColour = '#8d96a1';

const median = (list) => (list.length ? list.slice().sort((a, b) => a - b)[list.length >> 1] : 0);

export class Mechanism {
    constructor(run, motion, up) {
        this.run = run;
        this.scene = run.scene;
        this.motion = motion;
        this.up = up;
        this.root = new Group();
        this.layers = {};
        for (const name of ['joints', 'forces', 'reactions', 'contacts', 'traces']) this.root.add((this.layers[name] = new Group()));
        this.groups = this.scene.parts.map((p, i) => this.partGroup(i));
        this.ground = this.partGroup(-1);
        this.updates = []; // what has to be laid anew for each picture
        this.shapes = new Map(); // meshes of GRAPHICS by their position in the list
        this.measure();
        this.drawGraphics();
        this.scene.parts.forEach((p, i) => this.drawnParts.has(i) || p.share || this.isDrawnBent(i) || this.drawFromPoints(i));
        (this.scene.flexible ?? []).forEach((body) => this.drawFlexible(body));
        this.drawSprings();
        this.drawJoints();
        this.listLoads();
        for (const name of ['forces', 'reactions', 'contacts', 'traces']) this.layers[name].visible = false;
        this.update();
    }

    partGroup(index) {
        const g = new Group();
        g.userData.part = index;
        this.root.add(g);
        return g;
    }

    group(part) {
        return part < 0 ? this.ground : this.groups[part];
    }

    colour(part) {
        return part < 0 ? groundColour : partColours[part % partColours.length];
    }

    /** Markers that something acts on, by part; and two lengths: of the whole, and of what is small in it. */
    measure() {
        const used = new Set();
        for (const e of this.scene.elements) for (const k of [e.i, e.j]) if (k >= 0) used.add(k);
        for (const g of this.scene.graphics)
            for (const k of [g.cm, g.corner, g.rm, g.i, g.j, ...(g.outline ?? []), ...(g.markers ?? [])]) if (k >= 0) used.add(k);
        this.points = this.scene.parts.map((p) => [new Vector3(...p.cm)]);
        this.usedMarkers = [...used].filter((k) => this.motion.marker[k].follows < 0);
        for (const k of this.usedMarkers) {
            const m = this.motion.marker[k];
            if (m.part >= 0 && this.points[m.part].every((p) => p.distanceTo(m.r) > 1e-9)) this.points[m.part].push(m.r.clone());
        }
        const low = new Vector3(Infinity, Infinity, Infinity);
        const high = low.clone().negate();
        const n = this.run.frames;
        const p = new Vector3();
        let own = 0; // extent of the bodies at one moment
        for (let k = 0; k < Math.min(Math.max(n, 1), 40); k++) {
            if (n) this.motion.go(this.run.clock[Math.round((k * (n - 1)) / Math.max(1, Math.min(n, 40) - 1))]);
            const first = low.clone().setScalar(Infinity);
            const last = first.clone().negate();
            for (const m of this.usedMarkers) {
                this.extend(low, high, this.motion.markerPoint(m, p));
                if (this.motion.marker[m].part >= 0) this.extend(first, last, p);
            }
            for (let i = 0; i < this.groups.length; i++) (this.extend(low, high, this.motion.centre(i, p)), this.extend(first, last, p));
            if (first.x <= last.x) own = Math.max(own, last.sub(first).length());
        }
        if (n) this.motion.go(this.run.clock[0]);
        if (!(low.x <= high.x)) (low.set(-0.5, -0.5, -0.5), high.set(0.5, 0.5, 0.5));
        let size = high.clone().sub(low).length();
        // what goes far is looked at from beside it
        this.travels = this.groups.length > 1 && own > 0 && size > 2 * own;
        if (this.travels) size = own;
        const shapes = this.scene.graphics.flatMap((g) =>
            ['length', 'radius', 'x', 'y', 'z', 'xscale', 'rmax'].map((k) => Math.abs(g[k] ?? 0)),
        );
        size = Math.max(size, ...shapes, 0);
        if (!(size > 0)) size = 1;
        const links = this.points.filter((list) => list.length > 1).map((list) => Math.max(...list.map((q) => q.distanceTo(list[0]))));
        const springs = this.scene.elements
            .filter((e) => e.kind === 'SPRINGDAMPER' && e.i >= 0 && e.j >= 0)
            .map((e) => this.motion.markerPoint(e.i).distanceTo(this.motion.markerPoint(e.j)));
        const link = median([...links, ...springs].filter((x) => x > 0.002 * size)) || 0.3 * size;
        this.size = size;
        this.u = Math.min(0.03 * size, Math.max(0.09 * link, 0.0025 * size));
    }

    extend(low, high, p) {
        if (!Number.isFinite(p.x + p.y + p.z)) return;
        low.min(p);
        high.max(p);
    }

    put(part, object, layer = null) {
        object.userData.part = part;
        object.traverse((o) => (o.userData.part = part));
        if (!layer) return void this.group(part).add(object);
        const holder = new Group();
        holder.userData.part = part;
        holder.add(object);
        this.layers[layer].add(holder);
        this.updates.push(() => this.follow(holder, part));
    }

    follow(object, part) {
        if (part < 0) return;
        object.position.copy(this.motion.pose[part].r);
        object.quaternion.copy(this.motion.pose[part].q);
    }

    // ---- shapes of the dataset ----

    drawGraphics() {
        this.drawnParts = new Set();
        this.springsDrawn = new Set();
        for (const g of this.scene.graphics) {
            if (g.outline) this.drawOutline(g.outline);
            else if (g.type === 'SPDP' && g.i >= 0 && g.j >= 0) this.drawSpring(g.i, g.j, g.da || 0, g.coils || 0);
            else if (g.type === 'PLATE' && g.markers?.length > 2) this.drawPlate(g.markers);
            else this.drawShape(g);
        }
    }

    drawShape(g) {
        const marker = [g.cm, g.corner, g.rm, g.crm].find((k) => k >= 0) ?? -1;
        const geometry = shapeOf(g, this.run, this.u);
        if (!geometry) return;
        const m = marker >= 0 ? this.motion.marker[marker] : { part: -1, r: new Vector3(), q: new Quaternion() };
        const thin = g.type === 'PLANE' || this.encloses(g);
        const mesh = solid(geometry, material(this.colour(m.part), thin ? { side: 2, transparent: true, opacity: 0.5 } : {}), {
            edges: g.type === 'EXTERNAL' ? outlineOf(g, this.run) : !thin,
        });
        mesh.position.copy(m.r);
        mesh.quaternion.copy(m.q);
        this.put(m.part, mesh);
        this.shapes.set(this.scene.graphics.indexOf(g), mesh);
        // a mark on a part that is held elsewhere does not stand for the whole of it
        const mark = ['CIRCLE', 'ARC', 'POINT'].includes(g.type) && m.part >= 0 && this.points[m.part].length > 2;
        if (!mark) this.drawnParts.add(m.part);
    }

    /** Whether another shape touches this one from inside. */
    encloses(g) {
        const size = (k) => Math.max(...['radius', 'xscale', 'bottom', 'rmax'].map((key) => this.scene.graphics[k][key] ?? 0));
        const n = this.scene.graphics.indexOf(g);
        return this.scene.elements.some((e) => e.nested?.includes(n) && size(n) >= Math.max(...e.nested.map(size)));
    }

    drawOutline(markers) {
        for (let k = 0; k + 1 < markers.length; k++) {
            const a = this.motion.marker[markers[k]];
            const b = this.motion.marker[markers[k + 1]];
            const own = a.part >= 0 ? a.part : b.part;
            if (a.part === b.part) {
                if (a.r.distanceTo(b.r) > 0) this.put(a.part, rod(a.r, b.r, 0.5 * this.u, material(this.colour(a.part))));
                this.drawnParts.add(a.part);
            } else {
                const bar = movingRod(0.34 * this.u, material('#7d8794'));
                bar.userData.part = own;
                this.root.add(bar);
                this.updates.push(() => stretch(bar, this.motion.markerPoint(markers[k]), this.motion.markerPoint(markers[k + 1])));
            }
        }
    }

    drawPlate(markers) {
        const part = this.motion.marker[markers[0]].part;
        const own = markers.filter((k) => this.motion.marker[k].part === part).map((k) => this.motion.marker[k].r);
        if (own.length < 3) return;
        this.put(part, plate(own, material(this.colour(part))));
        this.drawnParts.add(part);
    }

    // ---- where it has none ----

    /** Rods from point to point; a body that is held at one point only, or nowhere, is a box of its inertia or a ball. */
    drawFromPoints(part) {
        const mat = material(this.colour(part));
        const [cm, ...others] = this.points[part];
        const far = others.filter((p) => p.distanceTo(cm) > 0.15 * this.u);
        const r = 0.5 * this.u;
        const two = far.length === 2 && this.between(cm, far[0], far[1]);
        const block = far.length > 3 && hull(far, material(this.colour(part), { transparent: true, opacity: 0.82 }));
        if (block) {
            this.put(part, block);
            return;
        }
        if (two) this.put(part, rod(far[0], far[1], r, mat));
        else for (const p of far) this.put(part, rod(cm, p, r, mat));
        if (far.length === 3 && !this.inLine(far))
            this.put(part, plate(far, material(this.colour(part), { transparent: true, opacity: 0.55 })));
        if (two) return;
        const box = far.length === 0 ? inertiaBox(this.scene.parts[part]) : null;
        const fits = box && Math.max(...box) < 0.6 * this.size && Math.min(...box) > 0.002 * this.size;
        const body = fits
            ? solid(new BoxGeometry(...box), mat, { edges: true })
            : far.length === 0
              ? solid(new BoxGeometry(4 * this.u, 4 * this.u, 2.2 * this.u), mat, { edges: true })
              : solid(this.ball((far.length === 1 ? 1.7 : 0.8) * this.u), mat);
        body.position.copy(cm);
        const a = this.scene.parts[part].axes;
        if (fits)
            body.quaternion.setFromRotationMatrix(
                body.matrix.clone().set(a[0], a[1], a[2], 0, a[3], a[4], a[5], 0, a[6], a[7], a[8], 0, 0, 0, 0, 1),
            );
        this.put(part, body);
    }

    isDrawnBent(part) {
        return (this.scene.flexible ?? []).some((f) => f.part === part);
    }

    /** Nodes of a flexible body and lines between them, bent as its modal coordinates say, or as one of its modes; coloured as `bend.by` says. */
    drawFlexible(body) {
        const n = body.nodes.length / 3;
        const bent = new Bent(this.run, body);
        const place = new BufferAttribute(new Float32Array(body.nodes), 3);
        const colour = new BufferAttribute(new Float32Array(3 * n), 3);
        const geometry = new BufferGeometry().setAttribute('position', place).setAttribute('color', colour);
        const edges = body.edges.length ? body.edges : Array.from({ length: 2 * n - 2 }, (_, k) => (k + 1) >> 1);
        geometry.setIndex(edges);
        const lines = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, linewidth: 2 }));
        const dots = new Points(geometry, new PointsMaterial({ vertexColors: true, size: 6, sizeAttenuation: false }));
        lines.frustumCulled = dots.frustumCulled = false;
        this.group(body.part).add(lines, dots);
        this.bend ??= { scale: 1, by: 'displacement', shape: null };
        this.bent ??= [];
        this.bent.push(bent);
        const cold = new Color('#2b7bba'); // of every body: some have the colour of hot for their own
        const hot = new Color('#d6452b');
        const mixed = new Color();
        this.updates.push(() => {
            const { scale, by, shape } = this.bend;
            const q = shape && shape.body === body ? bent.shape(shape.mode, 0.1 * this.size) : bent.coordinates(this.motion.place);
            const shade = shape ? bent.sizes(q) : bent.values(by, this.motion.place);
            const most = shape ? Math.max(...shade, 1e-300) : bent.largest(by);
            for (let k = 0; k < n; k++) {
                const d = bent.displaced(q, k);
                for (let c = 0; c < 3; c++) place.array[3 * k + c] = body.nodes[3 * k + c] + scale * d[c];
                mixed.copy(cold).lerp(hot, Math.min(1, shade[k] / most)).toArray(colour.array, 3 * k);
            }
            bent.colours = colour.array;
            place.needsUpdate = colour.needsUpdate = true;
        });
    }

    ball(radius) {
        this.balls ??= new Map();
        if (!this.balls.has(radius)) this.balls.set(radius, new SphereGeometry(radius, 32, 22));
        return this.balls.get(radius);
    }

    between(p, a, b) {
        const d = b.clone().sub(a);
        const s = p.clone().sub(a).dot(d) / d.lengthSq();
        return s > 0.02 && s < 0.98 && a.clone().addScaledVector(d, s).distanceTo(p) < 0.1 * d.length();
    }

    inLine([a, b, c]) {
        const d = b.clone().sub(a);
        const e = c.clone().sub(a);
        return d.clone().cross(e).length() < 0.02 * d.length() * e.length();
    }

    // ---- springs, joints ----

    drawSpring(i, j, diameter, coils) {
        const key = [i, j].sort().join();
        if (this.springsDrawn.has(key)) return;
        this.springsDrawn.add(key);
        const length = this.motion.markerPoint(i).distanceTo(this.motion.markerPoint(j)) || this.u;
        const radius = diameter > 0 ? diameter / 2 : Math.min(1.1 * this.u, 0.3 * length);
        const turns = coils || 8;
        const coil = spring(
            radius,
            length,
            Math.min(0.24 * this.u, 0.22 * radius, (0.3 * length) / turns),
            turns,
            material('#b4bcc6', { metalness: 0.2, roughness: 0.35 }),
        );
        this.root.add(coil);
        coil.userData.part = this.motion.marker[i].part;
        this.updates.push(() => stretch(coil, this.motion.markerPoint(j), this.motion.markerPoint(i), length));
    }

    drawSprings() {
        for (const e of this.scene.elements) {
            if (e.kind !== 'SPRINGDAMPER' || e.i < 0 || e.j < 0) continue;
            if (e.type !== 'ROTATION') this.drawSpring(e.i, e.j, 0, 0);
        }
        for (const e of this.scene.elements) {
            if ((e.kind !== 'BEAM' && e.kind !== 'FE_PART') || e.i < 0 || e.j < 0) continue;
            const bar = movingRod(0.3 * this.u, material('#9aa3ad'));
            this.root.add(bar);
            this.updates.push(() => stretch(bar, this.motion.markerPoint(e.j), this.motion.markerPoint(e.i)));
        }
    }

    drawJoints() {
        const mat = (this.symbols = material('#3d4654', { roughness: 0.6 }));
        const footing = material(groundColour, { roughness: 0.8 });
        const down = this.up.clone().negate();
        const feet = [];
        // many joints share few shapes
        const symbols = new Map();
        const symbolOf = (type) => {
            if (!symbols.has(type)) symbols.set(type, jointSymbol(type, this.u, mat));
            return symbols.get(type).clone();
        };
        const footShape = foot(this.u, down, footing);
        for (const e of this.scene.elements) {
            if ((e.kind !== 'JOINT' && e.kind !== 'JPRIM') || e.i < 0 || e.j < 0) continue;
            const J = this.motion.marker[e.j];
            const I = this.motion.marker[e.i];
            const symbol = symbolOf(e.type);
            const slides = e.type === 'TRANSLATIONAL' || e.type === 'CYLINDRICAL' || e.type === 'INLINE';
            const at = slides ? I : J;
            symbol.position.copy(at.r);
            symbol.quaternion.copy(at.q);
            symbol.traverse((o) => (o.userData.element = e));
            this.put(at.part, symbol, 'joints');
            const grounded = [I, J].find((m) => m.part < 0);
            if (!grounded || slides || feet.some((p) => p.distanceTo(grounded.r) < this.u)) continue;
            feet.push(grounded.r);
            const f = footShape.clone();
            f.position.copy(grounded.r);
            this.put(-1, f, 'joints');
        }
    }

    // ---- what is drawn when it is first asked for ----

    has(layer) {
        return layer === 'joints'
            ? this.layers.joints.children.length > 0
            : layer === 'traces'
              ? this.run.frames > 1
              : layer === 'contacts'
                ? this.run.placeNumbers.length > 0 || impactsOf(this.run).length > 0
                : this.loads[layer].length > 0;
    }

    show(layer, on) {
        const group = this.layers[layer];
        group.visible = on;
        if (!on || group.userData.drawn) return;
        group.userData.drawn = true;
        if (layer === 'traces') this.drawTraces();
        else if (layer === 'contacts') this.updates.push(new Touches(this).update, new Impulses(this).update);
        else if (layer !== 'joints')
            for (const heads of [1, 2])
                this.drawVectors(
                    layer,
                    this.loads[layer].filter((x) => x.heads === heads),
                    heads,
                );
    }

    // ---- arrows ----

    listLoads() {
        const wanted = new Set(this.scene.graphics.filter((g) => g.type === 'FORCE').map((g) => `${g.etype?.toUpperCase()}/${g.eid}`));
        this.loads = { forces: [], reactions: [] };
        for (const e of this.scene.elements) {
            if (e.i < 0) continue;
            const get = (c) => this.run.column(e.kind, e.id, c);
            const F = ['FX', 'FY', 'FZ'].map(get);
            const T = ['TX', 'TY', 'TZ'].map(get);
            const layer = e.role === 'force' || wanted.has(`${e.kind}/${e.id}`) ? 'forces' : 'reactions';
            if (F[0] && F.some((c) => c.moving >= 0 || c.low !== 0)) this.loads[layer].push({ e, c: F, heads: 1 });
            if (T[0] && T.some((c) => c.moving >= 0 || c.low !== 0)) this.loads[layer].push({ e, c: T, heads: 2 });
        }
    }

    /** Arrows of one kind share a scale: the largest load of the run is a third of the model long, single peaks left aside. */
    drawVectors(layer, list, heads) {
        if (!list.length || !this.run.frames) return;
        const colour = layer === 'forces' ? (heads === 1 ? '#d1495b' : '#a23b72') : heads === 1 ? '#2e86ab' : '#5b5ea6';
        const stride = Math.max(1, Math.floor(this.run.frames / 300));
        const sizes = [];
        for (const x of list) {
            x.v = x.c.map((c) => c.values);
            for (let i = 0; i < this.run.frames; i += stride) sizes.push(Math.hypot(x.v[0][i], x.v[1][i], x.v[2][i]));
        }
        sizes.sort((a, b) => a - b);
        const large = sizes[Math.floor(0.98 * (sizes.length - 1))] || sizes[sizes.length - 1];
        if (!(large > 0)) return;
        const d = new Vector3();
        for (const x of list) {
            const a = arrow(colour, heads);
            a.userData.element = x.e;
            this.layers[layer].add(a);
            this.updates.push(() => {
                if (!this.layers[layer].visible) return;
                const { frame, next, share } = this.motion.place;
                d.set(...x.v.map((v) => v[frame] + (v[next] - v[frame]) * share));
                const size = d.length();
                const length = Math.min(0.4, (0.17 * size) / large) * this.size;
                a.lay(
                    this.motion.markerPoint(x.e.i),
                    size > 0 ? d.divideScalar(size) : d.set(0, 1, 0),
                    this.motion.mode ? 0 : size > 0.004 * large ? length : 0,
                    0.16 * this.u,
                );
            });
        }
    }

    // ---- traces ----

    line(points, colour, opacity) {
        const line = new Line(
            new BufferGeometry().setFromPoints(points),
            new LineBasicMaterial({ color: colour, transparent: true, opacity }),
        );
        line.raycast = () => {};
        return line;
    }

    drawTraces() {
        if (this.run.frames < 2) return;
        this.scene.parts.forEach((p, i) =>
            this.layers.traces.add(this.line(this.motion.path(i, this.motion.parts[i].cm), this.colour(i), 0.8)),
        );
    }

    /** The path of one marker, on or off. */
    traceMarker(index) {
        const m = this.motion.marker[index];
        if (m.part < 0 || this.run.frames < 2) return;
        this.extra ??= new Map();
        if (this.extra.has(index)) {
            this.root.remove(this.extra.get(index));
            this.extra.delete(index);
        } else {
            const line = this.line(this.motion.path(m.part, m.r), this.colour(m.part), 1);
            this.extra.set(index, line);
            this.root.add(line);
        }
    }

    update() {
        this.groups.forEach((g, i) => this.follow(g, i));
        for (const f of this.updates) f();
    }
}
