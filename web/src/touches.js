// touches.js - where shapes touch: a dot at each place, arrows of normal force and friction, and the shapes themselves lit up.
import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { arrow } from './shapes.js';

const normalColour = '#e0a100';
const frictionColour = '#2a9d5c';
const glow = 0x6b3a00;

/** Places of contact are inside of what touches. */
export function onTop(object) {
    if (!object.material) return;
    object.renderOrder = 10;
    object.material.depthTest = false;
    object.material.transparent = true;
    object.raycast = () => {};
    object.castShadow = false;
}

export class Touches {
    constructor(mechanism) {
        this.mechanism = mechanism;
        this.run = mechanism.run;
        this.layer = mechanism.layers.contacts;
        this.pool = []; // a dot and two arrows for each place that is shown
        this.lit = [];
        this.large = this.largest();
        this.dot = new SphereGeometry(0.35 * mechanism.u, 16, 12);
        this.ink = new MeshBasicMaterial({ color: normalColour });
        this.update = () => this.lay();
    }

    /** The force that an arrow of a sixth of the model stands for; single peaks left aside. */
    largest() {
        const sizes = [];
        for (let f = 0; f < this.run.frames; f++) for (const p of this.run.placesAt(f)) sizes.push(Math.abs(p.N));
        sizes.sort((a, b) => a - b);
        return sizes[Math.floor(0.95 * (sizes.length - 1))] || sizes[sizes.length - 1] || 1;
    }

    item(k) {
        if (!this.pool[k]) {
            const dot = new Mesh(this.dot, this.ink);
            const one = { dot, normal: arrow(normalColour), friction: arrow(frictionColour) };
            this.layer.add(dot, one.normal, one.friction);
            for (const x of [dot, one.normal, one.friction]) x.traverse(onTop);
            this.pool[k] = one;
        }
        return this.pool[k];
    }

    layArrow(a, point, vector, size) {
        const { size: whole, u } = this.mechanism;
        const length = size > 1e-3 * this.large ? Math.min(0.4, (0.17 * size) / this.large) * whole : 0;
        a.lay(point, size > 0 ? vector.divideScalar(size) : vector.set(0, 1, 0), length, 0.13 * u);
    }

    lay() {
        const { motion } = this.mechanism;
        const { frame, next, share } = motion.place;
        const shown = this.layer.visible && !motion.mode;
        const places = shown ? this.run.placesAt(share < 0.5 ? frame : next) : [];
        places.forEach((p, k) => {
            const { dot, normal, friction } = this.item(k);
            const at = new Vector3(...p.point);
            dot.visible = true;
            dot.position.copy(at);
            this.layArrow(normal, at, new Vector3(...p.normal).multiplyScalar(p.N), Math.abs(p.N));
            const f = new Vector3(...p.friction);
            this.layArrow(friction, at, f, f.length());
        });
        for (const x of this.pool.slice(places.length)) x.dot.visible = x.normal.visible = x.friction.visible = false;
        this.light(places);
    }

    light(places) {
        const now = new Set(places.flatMap((p) => [this.mechanism.shapes.get(p.i), this.mechanism.shapes.get(p.j)]));
        now.delete(undefined);
        for (const mesh of this.lit)
            if (!now.has(mesh)) mesh.material.emissive.set(mesh.userData.part === this.mechanism.highlighted ? 0x33404f : 0);
        for (const mesh of now) mesh.material.emissive.set(glow);
        this.lit = [...now];
    }
}
