// shapes.js - geometry of single things: shapes of GRAPHICS, rods, springs, arrows, symbols of joints. Lengths are those of the model.
import {
    BoxGeometry,
    BufferAttribute,
    BufferGeometry,
    CapsuleGeometry,
    CatmullRomCurve3,
    ConeGeometry,
    Curve,
    CylinderGeometry,
    DoubleSide,
    EdgesGeometry,
    Group,
    LineBasicMaterial,
    LineSegments,
    Mesh,
    MeshStandardMaterial,
    OctahedronGeometry,
    PlaneGeometry,
    Quaternion,
    SphereGeometry,
    TorusGeometry,
    TubeGeometry,
    Vector3,
} from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { ConvexGeometry } from 'three/examples/jsm/geometries/ConvexGeometry.js';

const axisY = new Vector3(0, 1, 0);

export function material(colour, extra = {}) {
    return new MeshStandardMaterial({ color: colour, roughness: 0.48, metalness: 0.12, ...extra });
}

/** edges: found by the angles between faces, or given as segments. */
export function solid(geometry, mat, { edges = false, shadow = true } = {}) {
    const mesh = new Mesh(geometry, mat);
    mesh.castShadow = shadow;
    mesh.receiveShadow = shadow;
    if (edges) {
        const lines = new LineSegments(
            edges instanceof BufferGeometry ? edges : new EdgesGeometry(geometry, 35),
            new LineBasicMaterial({ color: 0x10151c, transparent: true, opacity: 0.35 }),
        );
        lines.raycast = () => {};
        mesh.add(lines);
    }
    return mesh;
}

/** Lays something built along y from 0 to `built` between two points. */
export function stretch(object, a, b, built = 1) {
    const d = b.clone().sub(a);
    const length = d.length();
    object.position.copy(a);
    object.quaternion.setFromUnitVectors(axisY, length > 0 ? d.divideScalar(length) : axisY);
    object.scale.set(1, Math.max(length / built, 1e-12), 1);
}

/** A rod with round ends between fixed points. */
export function rod(a, b, radius, mat) {
    const length = a.distanceTo(b);
    const mesh = solid(new CapsuleGeometry(radius, length, 6, 20), mat);
    mesh.position.copy(a).add(b).multiplyScalar(0.5);
    mesh.quaternion.setFromUnitVectors(axisY, b.clone().sub(a).normalize());
    return mesh;
}

/** A rod whose ends move: unit length along y. */
export function movingRod(radius, mat) {
    const g = new CylinderGeometry(radius, radius, 1, 16);
    g.translate(0, 0.5, 0);
    return solid(g, mat);
}

class Helix extends Curve {
    constructor(turns, radius, length) {
        super();
        this.turns = turns;
        this.radius = radius;
        this.length = length;
    }

    getPoint(t, out = new Vector3()) {
        const end = 0.1;
        const s = Math.min(1, Math.max(0, (t - end) / (1 - 2 * end)));
        const grow = Math.min(1, Math.min(t, 1 - t) / end);
        const angle = 2 * Math.PI * this.turns * s;
        return out.set(this.radius * grow * Math.cos(angle), t * this.length, this.radius * grow * Math.sin(angle));
    }
}

/** A coil along y. */
export function spring(radius, length, wire, turns, mat) {
    return solid(new TubeGeometry(new Helix(turns, radius, length), turns * 24, wire, 8), mat);
}

/** An arrow of unit length along y; heads: two for torques. */
export function arrow(colour, heads = 1) {
    const mat = new MeshStandardMaterial({ color: colour, roughness: 0.6, emissive: colour, emissiveIntensity: 0.25 });
    const group = new Group();
    const shaft = new Mesh(new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0), mat);
    const tips = [];
    for (let k = 0; k < heads; k++) tips.push(new Mesh(new ConeGeometry(2.8, 7, 16).translate(0, -3.5, 0), mat));
    group.add(shaft, ...tips);
    group.lay = (at, vector, length, width) => {
        group.visible = length > 0;
        if (!group.visible) return;
        const head = Math.min(7 * width, length * 0.6);
        const s = head / 7;
        group.position.copy(at);
        group.quaternion.setFromUnitVectors(axisY, vector);
        shaft.scale.set(width, Math.max(1e-9, length - head), width);
        tips.forEach((tip, k) => {
            tip.position.y = length - k * head * 0.7;
            tip.scale.set(s, s, s);
        });
    };
    return group;
}

export function tubeThrough(points, radius, closed = false) {
    return new TubeGeometry(new CatmullRomCurve3(points, closed, 'centripetal'), Math.min(600, points.length * 4), radius, 8, closed);
}

function toZ(geometry) {
    return geometry.rotateX(Math.PI / 2); // built along y, wanted along z
}

function polygon(points) {
    const corners = [];
    for (let k = 1; k + 1 < points.length; k++) corners.push(...points[0].toArray(), ...points[k].toArray(), ...points[k + 1].toArray());
    const g = new BufferGeometry();
    g.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
    g.computeVertexNormals();
    return g;
}

/** The geometry of a GRAPHICS statement in the axes of its marker; null: it is drawn otherwise, or has no shape. u: a small length. */
export function shapeOf(g, run, u) {
    const L = g.length ?? 0;
    switch (g.type) {
        case 'CYLINDER':
            return toZ(
                new CylinderGeometry(
                    g.radius,
                    g.radius,
                    Math.abs(L) || u * 0.1,
                    56,
                    1,
                    false,
                    0,
                    Math.min(Math.abs(g.rangle ?? 6.2831853072), 6.2831853072),
                ),
            ).translate(0, 0, L / 2);
        case 'FRUSTUM':
            return toZ(
                new CylinderGeometry(L < 0 ? (g.bottom ?? 0) : (g.top ?? 0), L < 0 ? (g.top ?? 0) : (g.bottom ?? 0), Math.abs(L), 56),
            ).translate(0, 0, L / 2);
        case 'BOX':
            return new BoxGeometry(Math.abs(g.x ?? 0) || u * 0.1, Math.abs(g.y ?? 0) || u * 0.1, Math.abs(g.z ?? 0) || u * 0.1).translate(
                (g.x ?? 0) / 2,
                (g.y ?? 0) / 2,
                (g.z ?? 0) / 2,
            );
        case 'SPHERE':
        case 'ELLIPSOID': {
            const d = 2 * (g.radius ?? 0);
            return new SphereGeometry(0.5, 40, 28).scale(g.xscale || d || u, g.yscale || d || u, g.zscale || d || u);
        }
        case 'TORUS':
            return new TorusGeometry(g.rmax, g.rmin || u * 0.15, 20, 72);
        case 'CIRCLE':
            return new TorusGeometry(g.radius, u * 0.14, 10, 96);
        case 'ARC':
            return new TorusGeometry(g.radius, u * 0.14, 10, 72, g.rangle ?? 6.2831853072);
        case 'PLANE': {
            const far = 34 * u; // without limits it goes on for ever
            const [x0, x1] = [g.xmin ?? -far, g.xmax ?? far];
            const [y0, y1] = [g.ymin ?? -far, g.ymax ?? far];
            return new PlaneGeometry(x1 - x0, y1 - y0).translate((x1 + x0) / 2, (y1 + y0) / 2, 0);
        }
        case 'EXTRUSION':
        case 'REVOLUTION': {
            if (!g.facets?.length) return null;
            const b = new BufferGeometry();
            b.setAttribute('position', new BufferAttribute(new Float32Array(g.facets), 3));
            return toCreasedNormals(b, 0.6);
        }
        case 'POINT':
            return new SphereGeometry(u * 0.4, 20, 14);
        case 'EXTERNAL': {
            const corners = run.mesh(g.id);
            if (!corners) return null;
            const b = new BufferGeometry();
            b.setAttribute('position', new BufferAttribute(corners, 3));
            b.computeVertexNormals();
            // edges round about which a solid is smooth are drawn round, too
            return run.outline(g.id) ? toCreasedNormals(b, 0.6) : b;
        }
        default:
            break;
    }
    if (!g.points) return null;
    const points = [];
    for (let k = 0; k + 2 < g.points.length; k += 3) points.push(new Vector3(g.points[k], g.points[k + 1], g.points[k + 2]));
    const closed = points[0].distanceTo(points[points.length - 1]) < 1e-6 * points[0].distanceTo(points[points.length >> 1]);
    return tubeThrough(closed ? points.slice(0, -1) : points, u * 0.16, closed);
}

/** Edges of a solid from a file; false where it has none of its own. */
export function outlineOf(g, run) {
    const segments = run.outline(g.id);
    return segments ? new BufferGeometry().setAttribute('position', new BufferAttribute(segments, 3)) : false;
}

/** The smallest convex body around points; null where they lie in a plane. */
export function hull(points, mat) {
    const [a, ...others] = points;
    const d = others.map((p) => p.clone().sub(a));
    const size = Math.max(...d.map((x) => x.length()));
    const area = d
        .flatMap((x, i) => d.slice(i + 1).map((y) => x.clone().cross(y)))
        .reduce((best, n) => (n.lengthSq() > best.lengthSq() ? n : best));
    if (area.length() < 1e-3 * size * size) return null;
    area.normalize();
    const heights = d.map((x) => x.dot(area));
    if (Math.max(0, ...heights) - Math.min(0, ...heights) < 0.02 * size) return null;
    return solid(new ConvexGeometry(points), mat, { edges: true });
}

/** A plate through points of one part. */
export function plate(points, mat) {
    mat.side = DoubleSide;
    return solid(polygon(points), mat);
}

/** The symbol of a joint, its z axis along the joint's; u: its size. */
export function jointSymbol(type, u, mat) {
    const part = (g, x = 0, y = 0, z = 0) => {
        const m = solid(g, mat);
        m.position.set(x, y, z);
        return m;
    };
    const pin = (radius, length) => toZ(new CylinderGeometry(radius, radius, length, 32));
    const group = new Group();
    switch (type) {
        case 'REVOLUTE':
            group.add(part(pin(0.62 * u, 1.5 * u)), part(pin(0.3 * u, 2.1 * u)));
            break;
        case 'CYLINDRICAL':
        case 'SCREW':
            group.add(part(pin(0.55 * u, 1.8 * u)), part(pin(0.26 * u, 4 * u)));
            break;
        case 'TRANSLATIONAL':
        case 'INLINE':
            group.add(part(new BoxGeometry(1.3 * u, 1.3 * u, 1.6 * u)), part(new BoxGeometry(0.4 * u, 0.4 * u, 4.6 * u)));
            break;
        case 'SPHERICAL':
        case 'ATPOINT':
            group.add(part(new SphereGeometry(0.75 * u, 28, 20)));
            break;
        case 'UNIVERSAL':
        case 'HOOKE':
        case 'CONVEL':
            group.add(
                part(pin(0.24 * u, 2.2 * u)),
                part(new CylinderGeometry(0.24 * u, 0.24 * u, 2.2 * u, 24)),
                part(new SphereGeometry(0.45 * u, 20, 14)),
            );
            break;
        case 'FIXED':
            group.add(part(new BoxGeometry(1.1 * u, 1.1 * u, 1.1 * u)));
            break;
        case 'PLANAR':
        case 'INPLANE':
            group.add(part(new BoxGeometry(2.4 * u, 2.4 * u, 0.16 * u)), part(new BoxGeometry(1 * u, 1 * u, 0.5 * u)));
            break;
        default:
            group.add(part(new OctahedronGeometry(0.7 * u)));
    }
    return group;
}

/** What holds a joint on ground: a foot below it. */
export function foot(u, down, mat) {
    const cone = solid(new ConeGeometry(1.25 * u, 2 * u, 4).rotateY(Math.PI / 4).translate(0, -1 * u, 0), mat);
    const base = solid(new BoxGeometry(2.6 * u, 0.3 * u, 2.6 * u).translate(0, -2 * u, 0), mat);
    const group = new Group();
    group.add(cone, base);
    group.quaternion.copy(new Quaternion().setFromUnitVectors(axisY, down.clone().negate()));
    return group;
}

/** A box with the same inertia about its centre: edge^2 = 6 (Jy + Jz - Jx) / m; null: there is no such box. */
export function inertiaBox(part) {
    const [xx, , , , yy, , , , zz] = part.inertia;
    if (!(part.mass > 0)) return null;
    const edge = [yy + zz - xx, xx + zz - yy, xx + yy - zz].map((x) => (6 * x) / part.mass);
    return edge.every((e) => e > 0) ? edge.map(Math.sqrt) : null;
}
