// viewer.js - the picture: camera, light, floor, labels, picking.
import {
    AmbientLight,
    Box3,
    BufferGeometry,
    Color,
    DirectionalLight,
    Float32BufferAttribute,
    Group,
    HemisphereLight,
    LineBasicMaterial,
    LineSegments,
    Mesh,
    PCFShadowMap,
    PerspectiveCamera,
    PlaneGeometry,
    Quaternion,
    Raycaster,
    Scene,
    ShadowMaterial,
    Vector2,
    Vector3,
    WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { h, isDark } from './dom.js';
import { Mechanism } from './mechanism.js';

const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

/** Up is against gravity; where there is none, y for what moves in the x-y plane, z otherwise. */
function upOf(scene, flat) {
    const g = new Vector3(...scene.gravity);
    if (g.length() > 0) return g.negate().normalize();
    return flat === 2 ? axes[1].clone() : axes[2].clone();
}

/** The axis along which a mechanism has next to no extent; -1: it is spatial. */
function flatAxis(run, motion) {
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = low.clone().negate();
    const p = new Vector3();
    for (let k = 0; k < Math.min(run.frames, 30); k++) {
        motion.go(run.clock[Math.round((k * (run.frames - 1)) / Math.max(1, Math.min(run.frames, 30) - 1))]);
        run.scene.parts.forEach((_, i) => (low.min(motion.centre(i, p)), high.max(p)));
        for (const e of run.scene.elements) for (const m of [e.i, e.j]) if (m >= 0) (low.min(motion.markerPoint(m, p)), high.max(p));
    }
    const d = high.sub(low).toArray();
    const order = [0, 1, 2].sort((a, b) => d[a] - d[b]);
    return d[order[0]] < 0.12 * d[order[1]] ? order[0] : -1;
}

export class Viewer {
    constructor(run, motion, holder) {
        this.run = run;
        this.motion = motion;
        this.holder = holder;
        this.canvas = h('canvas', { class: 'view', tabindex: '0', 'aria-label': 'The mechanism in three dimensions' });
        this.labelBox = h('div', { class: 'labels' });
        holder.append(this.canvas, this.labelBox);
        this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, preserveDrawingBuffer: true });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = PCFShadowMap;
        this.flat = flatAxis(run, motion);
        this.up = upOf(run.scene, this.flat);
        this.scene = new Scene();
        this.mechanism = new Mechanism(run, motion, this.up);
        // the model is drawn ten units large, whatever its units are
        this.scale = 10 / this.mechanism.size;
        this.world = new Group();
        this.world.add(this.mechanism.root);
        this.world.scale.setScalar(this.scale);
        this.scene.add(this.world);
        this.camera = new PerspectiveCamera(32, 1, 0.05, 500);
        this.camera.up.copy(this.up);
        this.controls = new OrbitControls(this.camera, this.canvas);
        this.controls.enableDamping = false;
        this.controls.addEventListener('change', () => this.draw());
        const { parts } = run.scene;
        this.heaviest = parts.reduce((best, p, i) => (p.mass > parts[best].mass ? i : best), 0);
        this.chasing = this.mechanism.travels;
        this.chased = null; // where the camera saw it last
        this.light();
        this.bounds = this.reach();
        this.floor(this.chasing ? this.wholeReach() : this.bounds);
        this.gizmo();
        this.makeLabels();
        this.theme();
        this.resize();
        this.look(this.firstView());
        new ResizeObserver(() => this.resize()).observe(holder);
        this.listenForPicks();
        this.listenForKeys();
    }

    // ---- what there is to see ----

    light() {
        this.sky = new HemisphereLight(0xffffff, 0xb8c2cf, 1.6);
        this.sky.position.copy(this.up);
        this.sun = new DirectionalLight(0xffffff, 2.1);
        this.sun.castShadow = true;
        this.sun.shadow.mapSize.set(2048, 2048);
        this.sun.shadow.normalBias = 0.03;
        this.sun.shadow.radius = 5;
        this.scene.add(this.sky, this.sun, this.sun.target, new AmbientLight(0xffffff, 0.55));
    }

    /** The part that the camera goes along with, in units of the picture. */
    chaseAt(out = new Vector3()) {
        return this.motion.centre(this.heaviest, out).multiplyScalar(this.scale);
    }

    chase(on) {
        this.chasing = on;
        this.chased = null;
        this.bounds = this.reach();
        this.touched = false;
        this.look(this.direction ?? this.firstView());
    }

    /** The space that the mechanism takes over the whole run; all that moves counts from the chased part. */
    reach() {
        const box = new Box3();
        const now = this.motion.place;
        const one = new Box3();
        const solid = this.mechanism.root.children.filter(
            (g) => !Object.values(this.mechanism.layers).includes(g) || g === this.mechanism.layers.joints,
        );
        const n = Math.max(1, Math.min(this.run.frames, 24));
        // by corners of small models, by boxes of large ones
        let corners = 0;
        this.mechanism.root.traverse((o) => (corners += o.geometry?.attributes.position.count ?? 0));
        const exactly = corners * n < 1e6;
        for (let k = 0; k < n; k++) {
            if (this.run.frames) this.motion.go(this.run.clock[Math.round((k * (this.run.frames - 1)) / Math.max(1, n - 1))]);
            this.mechanism.update();
            this.world.updateMatrixWorld(true);
            const shift = this.chasing ? this.chaseAt() : null;
            for (const g of solid) {
                if (shift && g.userData.part === -1) continue;
                one.setFromObject(g, exactly);
                if (shift) one.translate(shift.clone().negate());
                if (!one.isEmpty() && Number.isFinite(one.min.length() + one.max.length())) box.union(one);
            }
        }
        if (this.run.frames) this.motion.go(this.run.clock[now.frame]);
        if (this.chasing && !box.isEmpty()) box.translate(this.chaseAt());
        if (box.isEmpty()) box.set(new Vector3(-5, -5, -5), new Vector3(5, 5, 5));
        return box;
    }

    wholeReach() {
        this.chasing = false;
        const whole = this.reach();
        this.chasing = true;
        return whole;
    }

    floor(bounds) {
        const centre = bounds.getCenter(new Vector3());
        const size = bounds.getSize(new Vector3());
        const turn = new Quaternion().setFromUnitVectors(axes[1], this.up);
        // extent in the axes of the floor, whose normal is y
        const own = new Box3();
        for (let k = 0; k < 8; k++)
            own.expandByPoint(
                new Vector3(k & 1 ? size.x : -size.x, k & 2 ? size.y : -size.y, k & 4 ? size.z : -size.z)
                    .multiplyScalar(0.5)
                    .applyQuaternion(turn.clone().invert()),
            );
        const height = own.max.y - own.min.y;
        const wide = Math.max(own.max.x, own.max.z, 1) * 2;
        const power = 10 ** Math.floor(Math.log10(wide / this.scale / 6));
        const coarse = [1, 2, 5, 10].map((k) => k * power).find((c) => wide / this.scale / c < 12) * this.scale;
        const cell = this.chasing ? Math.min(coarse, 10 ** Math.floor(Math.log10(this.mechanism.size / 2)) * this.scale) : coarse;
        const [hx, hz] = [own.max.x, own.max.z].map((e) => Math.ceil((e + 0.16 * wide) / cell) * cell);
        const points = [];
        for (let x = -hx; x <= hx + 1e-9; x += cell) points.push(x, 0, -hz, x, 0, hz);
        for (let z = -hz; z <= hz + 1e-9; z += cell) points.push(-hx, 0, z, hx, 0, z);
        const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
        this.grid = new LineSegments(geometry, new LineBasicMaterial({ transparent: true, depthWrite: false }));
        this.shadow = new Mesh(
            new PlaneGeometry(2 * hx, 2 * hz).rotateX(-Math.PI / 2),
            new ShadowMaterial({ opacity: 0.16, depthWrite: false }),
        );
        this.shadow.receiveShadow = true;
        this.base = new Group();
        this.base.add(this.grid, this.shadow);
        this.base.quaternion.copy(turn);
        this.base.position.copy(centre).addScaledVector(this.up, -height / 2 - 0.02);
        this.grid.raycast = this.shadow.raycast = () => {};
        this.scene.add(this.base);
        this.shine(this.bounds);
        this.cell = cell / this.scale;
    }

    /** Light from above on what is in these bounds. */
    shine(bounds) {
        const centre = bounds.getCenter(new Vector3());
        const far = bounds.getSize(new Vector3()).length() / 2 + 1;
        const side = new Vector3(0.45, 0.35, 0.5).addScaledVector(this.up, 1.4).normalize();
        this.sun.position.copy(centre).addScaledVector(side, 3 * far);
        this.sun.target.position.copy(centre);
        Object.assign(this.sun.shadow.camera, {
            left: -1.5 * far,
            right: 1.5 * far,
            top: 1.5 * far,
            bottom: -1.5 * far,
            near: 0.1,
            far: 6 * far,
        });
    }

    /** Axes and gravity in the corner, as drawn lines with letters. */
    gizmo() {
        this.triad = h('canvas', { class: 'triad', width: '168', height: '168', 'aria-hidden': 'true' });
        this.holder.append(this.triad);
    }

    drawTriad() {
        const c = this.triad.getContext('2d');
        const dark = isDark();
        c.clearRect(0, 0, 168, 168);
        c.lineWidth = 4;
        c.lineCap = 'round';
        c.font = '600 22px system-ui, sans-serif';
        c.textAlign = 'center';
        c.textBaseline = 'middle';
        const turn = this.camera.quaternion.clone().invert();
        const g = new Vector3(...this.run.scene.gravity);
        const list = axes.map((a, k) => ({
            d: a.clone().applyQuaternion(turn),
            colour: ['#d1495b', '#3a9a5f', '#3b7dd8'][k],
            word: 'xyz'[k],
            length: 50,
        }));
        if (g.length() > 0)
            list.push({ d: g.normalize().applyQuaternion(turn), colour: dark ? '#c3cad4' : '#59636e', word: 'g', length: 38 });
        list.sort((a, b) => a.d.z - b.d.z);
        for (const { d, colour, word, length } of list) {
            c.strokeStyle = c.fillStyle = colour;
            c.beginPath();
            c.moveTo(84, 84);
            c.lineTo(84 + length * d.x, 84 - length * d.y);
            c.stroke();
            c.fillText(word, 84 + (length + 16) * d.x, 84 - (length + 16) * d.y);
        }
    }

    // ---- camera ----

    firstView() {
        const up = this.up;
        let front = this.flat >= 0 ? axes[this.flat].clone() : new Vector3(1, 0.75, 0.6);
        if (this.flat >= 0 && Math.abs(front.dot(up)) > 0.9) return front.multiplyScalar(Math.sign(front.dot(up)));
        if (this.flat < 0)
            front = axes.reduce((s, a, k) => s.addScaledVector(a, Math.abs(a.dot(up)) > 0.9 ? 0 : [0.85, -0.75, 0.85][k]), new Vector3());
        // x to the right where the plane has it
        const right = up.clone().cross(front);
        if (this.flat >= 0 && right.dot(this.flat === 0 ? axes[1] : axes[0]) < 0) front.negate();
        const side = up.clone().cross(front).normalize();
        front.normalize();
        if (this.flat < 0) return front.addScaledVector(up, 0.42);
        // what is long and low is looked at from its end
        const d = this.bounds
            .getSize(new Vector3())
            .toArray()
            .sort((a, b) => b - a);
        const long = d[0] > 5 * d[1];
        return front.addScaledVector(side, long ? 1.5 : 0.28).addScaledVector(up, long ? 0.5 : 0.22);
    }

    /** From a direction, so near that all that moves is in the picture. */
    look(direction) {
        const to = direction.clone().normalize();
        const centre = this.bounds.getCenter(new Vector3());
        this.camera.position.copy(centre).add(to);
        this.camera.up.copy(Math.abs(to.dot(this.up)) > 0.99 ? axes.find((a) => Math.abs(a.dot(this.up)) < 0.5) : this.up);
        this.camera.lookAt(centre);
        this.camera.updateMatrixWorld();
        const turn = this.camera.quaternion.clone().invert();
        const v = Math.tan((this.camera.fov * Math.PI) / 360);
        const wide = v * this.camera.aspect;
        const fit = (shift) => {
            let distance = 0.5;
            const edge = { left: 0, right: 0, low: 0, high: 0 };
            const corners = [];
            for (let k = 0; k < 8; k++) {
                const p = new Vector3(
                    k & 1 ? this.bounds.max.x : this.bounds.min.x,
                    k & 2 ? this.bounds.max.y : this.bounds.min.y,
                    k & 4 ? this.bounds.max.z : this.bounds.min.z,
                )
                    .sub(centre)
                    .applyQuaternion(turn)
                    .sub(shift);
                corners.push(p);
                distance = Math.max(distance, p.z + Math.abs(p.x) / (wide * 0.86), p.z + Math.abs(p.y) / (v * 0.82));
            }
            for (const p of corners) {
                const x = p.x / (distance - p.z);
                const y = p.y / (distance - p.z);
                ((edge.left = Math.min(edge.left, x)), (edge.right = Math.max(edge.right, x)));
                ((edge.low = Math.min(edge.low, y)), (edge.high = Math.max(edge.high, y)));
            }
            return { distance, x: ((edge.left + edge.right) / 2) * distance, y: ((edge.low + edge.high) / 2) * distance };
        };
        const shift = new Vector3();
        let best = fit(shift);
        for (let k = 0; k < 4; k++) {
            shift.x += best.x;
            shift.y += best.y;
            best = fit(shift);
        }
        const target = centre.clone().add(shift.clone().applyQuaternion(this.camera.quaternion));
        this.camera.position.copy(target).addScaledVector(to, best.distance);
        this.camera.near = best.distance / 500;
        this.camera.far = best.distance * 20;
        this.camera.updateProjectionMatrix();
        this.controls.target.copy(target);
        // neither through what is looked at nor beyond what is drawn
        this.controls.minDistance = best.distance / 50;
        this.controls.maxDistance = best.distance * 8;
        this.controls.update();
        this.direction = to;
        this.draw();
    }

    resize() {
        const { clientWidth: w, clientHeight: t } = this.holder;
        if (!w || !t) return;
        this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
        this.renderer.setSize(w, t, false);
        this.camera.aspect = w / t;
        this.camera.updateProjectionMatrix();
        if (this.direction && !this.touched) this.look(this.direction);
        else this.draw();
    }

    theme() {
        const dark = isDark();
        this.scene.background = new Color(dark ? 0x151a21 : 0xf3f5f8);
        this.mechanism.symbols.color.set(dark ? 0x7d8998 : 0x3d4654);
        this.grid.material.color.set(dark ? 0x5a6675 : 0x9aa5b3);
        this.grid.material.opacity = dark ? 0.35 : 0.4;
        this.shadow.material.opacity = dark ? 0.4 : 0.15;
        this.sky.intensity = dark ? 1.3 : 1.7;
        this.draw();
    }

    // ---- pictures ----

    draw() {
        if (this.asked) return;
        this.asked = true;
        requestAnimationFrame(() => {
            this.asked = false;
            this.render();
        });
    }

    /** Camera and light go along with the chased part. */
    goAlong() {
        const at = this.chaseAt();
        if (this.chased) {
            const d = at.clone().sub(this.chased);
            for (const p of [this.camera.position, this.controls.target, this.sun.position, this.sun.target.position]) p.add(d);
            this.bounds.translate(d);
            this.camera.updateMatrixWorld();
        }
        this.chased = at;
    }

    render() {
        if (this.chasing && !this.motion.mode) this.goAlong();
        this.mechanism.update();
        this.world.updateMatrixWorld(true);
        this.renderer.render(this.scene, this.camera);
        this.placeLabels();
        this.drawTriad();
    }

    /** Where a point of the model is on the canvas, in pixels of the page. */
    project(point) {
        const p = point.clone().multiplyScalar(this.scale).project(this.camera);
        return { x: ((p.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - p.y) / 2) * this.canvas.clientHeight, behind: p.z > 1 };
    }

    makeLabels() {
        this.labels = this.run.scene.parts.map((p, i) => {
            const e = h('span', { class: 'label', text: p.name || `${p.kind}/${p.id}` });
            this.labelBox.append(e);
            return { e, part: i, width: 0 };
        });
    }

    /** Names above the centres of parts; one that would lie on another is left out. */
    placeLabels() {
        const taken = [];
        const v = Math.tan((this.camera.fov * Math.PI) / 360);
        const pixels = this.canvas.clientHeight / (2 * v * this.camera.position.distanceTo(this.controls.target)); // per unit, about
        const lift = Math.min(60, 24 + 1.7 * this.mechanism.u * this.scale * pixels);
        for (const l of this.labels) {
            const at = this.labelBox.hidden ? null : this.project(this.motion.centre(l.part));
            l.width ||= l.e.offsetWidth;
            const box = at && { x: at.x - l.width / 2, y: at.y - lift, w: l.width, t: 20 };
            const inside =
                at &&
                !at.behind &&
                box.x > 4 &&
                box.y > 54 &&
                box.x + box.w < this.canvas.clientWidth - 4 &&
                box.y + box.t < this.canvas.clientHeight - 4;
            const free =
                inside &&
                taken.every((o) => box.x > o.x + o.w + 4 || o.x > box.x + box.w + 4 || box.y > o.y + o.t + 2 || o.y > box.y + box.t + 2);
            l.e.hidden = !free;
            if (!free) continue;
            taken.push(box);
            l.e.style.transform = `translate(${box.x.toFixed(1)}px, ${box.y.toFixed(1)}px)`;
        }
    }

    // ---- keys, while the picture has the focus ----

    /** Arrows turn the camera about what it looks at, + and - bring it nearer or away, Enter picks what is in the middle. */
    listenForKeys() {
        const turn = Math.PI / 24;
        const orbit = (sideways, upwards) => () => {
            const d = this.camera.position.clone().sub(this.controls.target);
            const side = this.up.clone().cross(d).normalize();
            d.applyAxisAngle(side, -upwards * turn);
            // not over the pole, where up and down change places
            if (d.angleTo(this.up) < 0.02 || d.angleTo(this.up) > Math.PI - 0.02) return;
            d.applyAxisAngle(this.up, sideways * turn);
            this.camera.position.copy(this.controls.target).add(d);
        };
        const zoom = (by) => () => this.camera.position.sub(this.controls.target).multiplyScalar(by).add(this.controls.target);
        const keys = {
            ArrowLeft: orbit(-1, 0),
            ArrowRight: orbit(1, 0),
            ArrowUp: orbit(0, 1),
            ArrowDown: orbit(0, -1),
            '+': zoom(1 / 1.15),
            '=': zoom(1 / 1.15),
            '-': zoom(1.15),
            Enter: () => this.onpick?.(this.pick(this.canvas.clientWidth / 2, this.canvas.clientHeight / 2), this.element),
        };
        this.canvas.addEventListener('keydown', (e) => {
            if (!keys[e.key] || e.ctrlKey || e.metaKey || e.altKey) return;
            e.preventDefault();
            e.stopPropagation();
            if (e.key !== 'Enter') this.touched = true;
            keys[e.key]();
            this.controls.update();
        });
    }

    // ---- picking ----

    listenForPicks() {
        let down = null;
        this.canvas.addEventListener('pointerdown', (e) => (down = { x: e.clientX, y: e.clientY }));
        this.canvas.addEventListener('pointerup', (e) => {
            if (down && Math.hypot(e.clientX - down.x, e.clientY - down.y) < 5)
                this.onpick?.(this.pick(e.offsetX, e.offsetY), this.element);
            else this.touched = true;
        });
        this.canvas.addEventListener('wheel', () => (this.touched = true), { passive: true });
    }

    /** The part at a point of the canvas; null: none. Ground is -1. */
    pick(x, y) {
        const ray = new Raycaster();
        ray.setFromCamera(new Vector2((x / this.canvas.clientWidth) * 2 - 1, 1 - (y / this.canvas.clientHeight) * 2), this.camera);
        const hit = ray.intersectObject(this.mechanism.root, true).find((o) => o.object.visible && o.object.isMesh && this.shown(o.object));
        this.element = hit?.object.userData.element ?? null; // the joint whose symbol was hit
        if (!hit) return null;
        for (let o = hit.object; o; o = o.parent) if (o.userData.part !== undefined) return o.userData.part;
        return null;
    }

    shown(object) {
        for (let o = object; o; o = o.parent) if (!o.visible) return false;
        return true;
    }

    highlight(part) {
        this.mechanism.highlighted = part;
        this.mechanism.groups.forEach((g, i) => g.traverse((o) => o.material?.emissive?.set(i === part ? 0x33404f : 0x000000)));
        this.draw();
    }
}
