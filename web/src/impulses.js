// impulses.js - impacts of unilateral constraints: an arrow along the line of action of each impulse, for a moment behind it.
import { Vector3 } from 'three';
import { onTop } from './touches.js';
import { arrow } from './shapes.js';

const colour = '#d1495b';

/** Impacts of all analyses of a run, in order. */
export const impactsOf = (run) => run.histories.flatMap((s) => s.impacts ?? []).sort((a, b) => a.t - b.t);

export class Impulses {
    constructor(mechanism) {
        this.mechanism = mechanism;
        this.list = impactsOf(mechanism.run).filter((x) => x.line.slice(3).some((v) => v !== 0));
        this.large = Math.max(...this.list.map((x) => x.impulse), 0);
        this.moment = (mechanism.run.end - mechanism.run.start) / 50; // for which an arrow is seen
        this.pool = [];
        this.update = () => this.lay();
    }

    /** Those at a time or a moment before it; the outputs of an impact are at its time. */
    now(t) {
        let low = 0;
        let high = this.list.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.list[middle].t < t - this.moment) low = middle + 1;
            else high = middle;
        }
        const out = [];
        for (let k = low; k < this.list.length && this.list[k].t <= t * (1 + 1e-12); k++) out.push(this.list[k]);
        return out;
    }

    lay() {
        const { motion, size, u, run, layers } = this.mechanism;
        const { frame, next, share } = motion.place;
        const t = run.clock[frame] + share * (run.clock[next] - run.clock[frame]);
        const shown = layers.contacts.visible && !motion.mode && run.timed ? this.now(t) : [];
        shown.forEach((x, k) => {
            if (!this.pool[k]) {
                this.pool[k] = arrow(colour);
                this.pool[k].traverse(onTop);
                layers.contacts.add(this.pool[k]);
            }
            const share_ = x.impulse / this.large;
            const length = share_ > 1e-3 ? (0.05 + 0.2 * share_) * size : 0;
            this.pool[k].lay(new Vector3(...x.line.slice(0, 3)), new Vector3(...x.line.slice(3)), length, 0.16 * u);
        });
        for (const x of this.pool.slice(shown.length)) x.visible = false;
    }
}
