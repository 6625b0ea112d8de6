// motion.js - where parts and markers are, from the columns of a run or from the shape of a mode.
import { Matrix3, Matrix4, Quaternion, Vector3 } from 'three';

const rotation = (rows) => {
    const m = new Matrix4().setFromMatrix3(new Matrix3().set(...rows));
    return new Quaternion().setFromRotationMatrix(m);
};

/** q for A = Rz(psi) Rx(theta) Rz(phi). */
function euler313(psi, theta, phi, out) {
    const c = Math.cos(theta / 2);
    const s = Math.sin(theta / 2);
    const sum = (psi + phi) / 2;
    const difference = (psi - phi) / 2;
    return out.set(s * Math.cos(difference), s * Math.sin(difference), c * Math.sin(sum), c * Math.cos(sum));
}

class PartMotion {
    constructor(run, part) {
        this.part = part;
        this.cm = new Vector3(...part.cm);
        const get = (component) => run.column(part.kind, part.id, (part.prefix ?? '') + component)?.values ?? null;
        this.r = ['X', 'Y', 'Z'].map(get);
        this.v = ['VX', 'VY', 'VZ'].map(get);
        this.w = ['WX', 'WY', 'WZ'].map(get);
        this.start = { r: new Vector3(...part.start), q: rotation(part.turned) };
        const angles = ['PSI', 'THETA', 'PHI'].map(get);
        this.q = this.r[0] && angles[0] ? this.quaternions(angles, run.frames) : null;
    }

    quaternions(angles, frames) {
        const out = new Float32Array(4 * frames);
        const q = new Quaternion();
        for (let i = 0; i < frames; i++) {
            euler313(angles[0][i], angles[1][i], angles[2][i], q).toArray(out, 4 * i);
        }
        return out;
    }

    /** Pose of the part frame between two frames of the run. */
    at({ frame, next, share }, r, q) {
        if (!this.q) return void (r.copy(this.start.r), q.copy(this.start.q));
        const mix = (a) => a[frame] + (a[next] - a[frame]) * share;
        r.set(mix(this.r[0]), mix(this.r[1]), mix(this.r[2]));
        q.fromArray(this.q, 4 * frame);
        if (share > 0) q.slerp(new Quaternion().fromArray(this.q, 4 * next), share);
    }
}

export class Motion {
    constructor(run) {
        this.run = run;
        this.scene = run.scene;
        this.parts = this.scene.parts.map((p) => new PartMotion(run, p));
        this.pose = this.parts.map((p) => ({ r: p.start.r.clone(), q: p.start.q.clone() }));
        this.marker = this.scene.markers.map((m) => ({
            part: m.part,
            r: new Vector3(...m.r),
            q: rotation(m.A),
            follows: m.follows ?? -1,
        }));
        this.mode = null;
        this.place = { frame: 0, next: 0, share: 0 };
    }

    /** Parts to where they are at a time of the clock. */
    go(t) {
        this.place = this.run.frameAt(t);
        this.parts.forEach((p, i) => p.at(this.place, this.pose[i].r, this.pose[i].q));
    }

    /** Parts to a phase of a mode: dr = Re(q e^(i phase)) at the centres of mass, in ground axes. */
    goMode(set, mode, phase, amplitude) {
        const c = Math.cos(phase) * amplitude;
        const s = Math.sin(phase) * amplitude;
        const turn = new Quaternion();
        this.parts.forEach((p, i) => {
            const q = mode.q.slice(12 * i, 12 * i + 12);
            const d = q.slice(0, 6).map((re, k) => re * c - q[6 + k] * s);
            const { r, q: pose } = this.pose[i];
            const angle = Math.hypot(d[3], d[4], d[5]);
            turn.setFromAxisAngle(new Vector3(d[3], d[4], d[5]).divideScalar(angle || 1), angle);
            pose.copy(rotation(set.pose[i].A)).premultiply(turn);
            r.set(...set.pose[i].r)
                .add(new Vector3(d[0], d[1], d[2]))
                .sub(p.cm.clone().applyQuaternion(pose));
        });
    }

    markerPoint(index, out = new Vector3()) {
        let m = this.marker[index];
        for (let k = 0; k < 4 && m.follows >= 0; k++) m = this.marker[m.follows];
        out.copy(m.r);
        if (m.part >= 0) out.applyQuaternion(this.pose[m.part].q).add(this.pose[m.part].r);
        return out;
    }

    markerTurn(index, out = new Quaternion()) {
        const m = this.marker[index];
        out.copy(m.q);
        if (m.part >= 0) out.premultiply(this.pose[m.part].q);
        return out;
    }

    centre(part, out = new Vector3()) {
        return out.copy(this.parts[part].cm).applyQuaternion(this.pose[part].q).add(this.pose[part].r);
    }

    /** Points of a path over the whole run: of a marker, or of a centre of mass where marker is null. */
    path(part, local, most = 2000) {
        const n = this.run.frames;
        const stride = Math.max(1, Math.ceil(n / most));
        const out = [];
        const r = new Vector3();
        const q = new Quaternion();
        for (let i = 0; i < n; i += stride) {
            this.parts[part].at({ frame: i, next: i, share: 0 }, r, q);
            out.push(local.clone().applyQuaternion(q).add(r));
        }
        return out;
    }
}
