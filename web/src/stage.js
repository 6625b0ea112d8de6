// stage.js - the viewer with its tools: what is shown, from where, modes, the card of a picked part.
import { Motion } from './motion.js';
import { Cycle } from './player.js';
import { Viewer } from './viewer.js';
import { clear, h, save, show } from './dom.js';
import { Vector3 } from 'three';

export class Stage {
    constructor(run, player, curves) {
        this.run = run;
        this.player = player;
        this.curves = curves;
        this.picked = null;
        this.holder = h('div', { class: 'stage' });
        this.element = this.holder;
        this.card = h('aside', { class: 'card', hidden: true, 'aria-live': 'polite' });
    }

    /** The holder is in the page by now and has a size. */
    open() {
        if (!this.run.scene)
            return void this.holder.append(h('p', { class: 'nothing', text: 'There is no model to show: the input has errors.' }));
        this.motion = new Motion(this.run);
        try {
            this.viewer = new Viewer(this.run, this.motion, this.holder);
        } catch (e) {
            this.holder.append(
                h('p', {
                    class: 'nothing',
                    text: `The mechanism cannot be drawn here: ${e.message}. Curves and messages are there all the same.`,
                }),
            );
            return;
        }
        this.viewer.onpick = (part, element) => (element ? this.pickElement(element) : this.pick(part));
        this.holder.append(this.tools(), this.views(), this.card);
        this.player.listen((t) => this.moment(t));
        this.moment(this.player.t);
    }

    moment(t) {
        if (this.mode) this.motion.goMode(this.mode.set, this.mode.mode, t * Math.PI, this.amplitude);
        else this.motion.go(t);
        this.viewer.draw();
        this.fillCard();
    }

    // ---- tools ----

    toggle(name, id, on, action) {
        const box = h('input', { type: 'checkbox', checked: on, id, onchange: () => action(box.checked) });
        action(on);
        return h('label', { class: 'chip' }, box, name);
    }

    tools() {
        const m = this.viewer.mechanism;
        const layer = (name, id, on) =>
            this.toggle(name, id, on, (v) => {
                m.show(id, v);
                this.viewer.draw();
            });
        const few = this.run.scene.parts.length <= 12;
        const has = (id) => m.has(id);
        return h(
            'div',
            { class: 'tools', role: 'toolbar', 'aria-label': 'What is shown' },
            this.toggle('Names', 'names', few, (v) => {
                this.viewer.labelBox.hidden = !v;
                this.viewer.draw();
            }),
            has('joints') ? layer('Joints', 'joints', true) : null,
            has('forces') ? layer('Forces', 'forces', few) : null,
            has('reactions') ? layer('Reactions', 'reactions', false) : null,
            has('contacts') ? layer('Contacts', 'contacts', true) : null,
            has('traces') ? layer('Paths', 'traces', false) : null,
            this.toggle('Floor', 'grid', true, (v) => {
                this.viewer.base.visible = v;
                this.viewer.draw();
            }),
            m.travels ? this.toggle('Follow', 'follow', true, (v) => this.viewer.chasing !== v && this.viewer.chase(v)) : null,
            this.modeChoice(),
            this.bendChoice(),
        );
    }

    // ---- flexible bodies ----

    /** What colours of flexible bodies show, how much larger they are bent, and single modes of them. */
    bendChoice() {
        const { bend, bent } = this.viewer.mechanism;
        if (!bend) return null;
        const redraw = () => this.moment(this.player.t);
        const unit = this.run.scene.units.time === 's' ? 'Hz' : this.run.scene.units.frequency;
        const kinds = [...new Set(bent.flatMap((b) => b.kinds))];
        const by = h(
            'select',
            { id: 'colour', 'aria-label': 'Colour of flexible bodies', onchange: () => ((bend.by = by.value), redraw()) },
            kinds.map((k) => h('option', { value: k, text: `colour: ${k}` })),
        );
        const scale = h(
            'select',
            { id: 'bend', 'aria-label': 'Scale of deformation', onchange: () => ((bend.scale = Number(scale.value)), redraw()) },
            [1, 2, 5, 10, 20, 50, 100, 1000].map((k) => h('option', { value: k, text: `deformed × ${k}` })),
        );
        const shapes = bent.flatMap((b) => b.body.modes.map((number, mode) => ({ body: b.body, mode, number })));
        const shape = h(
            'select',
            {
                id: 'shape',
                'aria-label': 'Mode of a flexible body',
                onchange: () => ((bend.shape = shapes[Number(shape.value)] ?? null), redraw()),
            },
            h('option', { value: '-1', text: 'bodies as they move' }),
            shapes.map((m, k) =>
                h('option', {
                    value: k,
                    text: `${m.body.name || `FLEX_BODY/${m.body.id}`} mode ${m.number}: ${show(m.body.frequencies?.[m.mode], 4)} ${unit}`,
                }),
            ),
        );
        return h('span', { class: 'bend' }, by, scale, shape);
    }

    views() {
        const button = (text, title, direction) =>
            h('button', {
                class: 'tool',
                text,
                title,
                'aria-label': title,
                onclick: () => {
                    this.viewer.touched = false;
                    this.viewer.look(direction ?? this.viewer.firstView());
                },
            });
        return h(
            'div',
            { class: 'views', role: 'toolbar', 'aria-label': 'Camera' },
            button('⌂', 'Whole mechanism (f)'),
            button('x', 'Along x', new Vector3(1, 0, 0)),
            button('y', 'Along y', new Vector3(0, -1, 0)),
            button('z', 'Along z', new Vector3(0, 0, 1)),
            h('button', {
                class: 'tool',
                text: '⤓',
                title: 'Save this picture',
                'aria-label': 'Save this picture',
                onclick: () => {
                    this.viewer.render();
                    this.viewer.canvas.toBlob((blob) => save('mechanism.png', blob));
                },
            }),
        );
    }

    // ---- modes ----

    modeChoice() {
        const { modes } = this.run;
        if (!modes.length) return null;
        const unit = this.run.scene.units.time === 's' ? 'Hz' : this.run.scene.units.frequency;
        this.modeList = modes.flatMap((set) =>
            set.modes.map((mode, k) => ({
                set,
                mode,
                name: `mode ${k + 1}: ${show(mode.frequency, 4)} ${unit}, damping ${show(mode.damping, 3)}${modes.length > 1 ? `, t = ${show(set.t, 4)}` : ''}`,
            })),
        );
        const choice = (this.choice = h(
            'select',
            { id: 'mode', 'aria-label': 'Mode shape', onchange: () => this.chooseMode(Number(choice.value)) },
            h('option', { value: '-1', text: 'motion of the run' }),
            this.modeList.map((m, k) => h('option', { value: k, text: m.name })),
        ));
        this.player.leave = () => this.chooseMode(-1);
        return choice;
    }

    chooseMode(k) {
        this.mode = this.motion.mode = k < 0 ? null : this.modeList[k];
        this.choice.value = String(k);
        if (!this.mode) return this.player.follow(null);
        const { set, mode } = this.mode;
        // the largest displacement of a marker or centre is a tenth of the model
        this.motion.goMode(set, mode, 0, 0);
        const points = () => [
            ...this.viewer.mechanism.usedMarkers.map((m) => this.motion.markerPoint(m)),
            ...this.motion.parts.map((_, i) => this.motion.centre(i)),
        ];
        const rest = points();
        const small = 1e-3;
        let largest = 0;
        for (const phase of [0, Math.PI / 2]) {
            this.motion.goMode(set, mode, phase, small);
            points().forEach((p, i) => (largest = Math.max(largest, p.distanceTo(rest[i]) / small)));
        }
        const turn = Math.max(...mode.q.map(Math.abs), 1e-12);
        this.amplitude = Math.min(
            largest > 0 ? (0.1 * this.viewer.mechanism.size) / largest : Infinity,
            0.6 / turn,
            1e12,
        );
        this.player.follow(new Cycle(2));
        this.player.play();
    }

    // ---- the card of a part or joint ----

    /** A card with a head; what changes with time is read anew at every moment. */
    openCard(thing, number) {
        this.card.hidden = false;
        this.readings = [];
        clear(this.card).append(
            h(
                'header',
                {},
                h('b', { text: thing.name || number }),
                h('span', { text: number }),
                h('button', { class: 'tool', text: '×', 'aria-label': 'Close', onclick: () => this.pick(null) }),
            ),
        );
    }

    row(name, read, unit) {
        const out = h('dd');
        this.readings.push(() => (out.textContent = `${read()} ${unit}`));
        return [h('dt', { text: name }), out];
    }

    /** Three columns at the moment shown. */
    mix(values, unit) {
        const { frame, next, share } = this.motion.place;
        return values[0]
            ? this.run.vector(
                  values.map((v) => v[frame] + (v[next] - v[frame]) * share),
                  unit,
              )
            : '–';
    }

    plotButton(text, columns) {
        return h('button', {
            class: 'tool wide',
            text,
            onclick: () => this.curves.tree.set([...new Set([...this.curves.chosen, ...columns.filter((c) => c.matters).slice(0, 3)])]),
        });
    }

    pickElement(e) {
        this.picked = e;
        this.viewer.highlight(-2);
        const u = this.run.scene.units;
        this.openCard(e, `${e.kind}/${e.id} ${e.type ?? ''}`);
        const columns = (names) => names.map((c) => this.run.column(e.kind, e.id, c)).filter(Boolean);
        const [force, torque] = [columns(['FX', 'FY', 'FZ']), columns(['TX', 'TY', 'TZ'])];
        this.card.append(
            h(
                'dl',
                {},
                this.row(
                    'force',
                    () =>
                        this.mix(
                            force.map((c) => c.values),
                            u.force,
                        ),
                    u.force,
                ),
                this.row(
                    'torque',
                    () =>
                        this.mix(
                            torque.map((c) => c.values),
                            u.torque,
                        ),
                    u.torque,
                ),
            ),
            h('div', { class: 'row' }, this.plotButton('plot force', force), this.plotButton('torque', torque)),
        );
        this.fillCard();
    }

    pick(part) {
        this.picked = part;
        this.viewer.highlight(part ?? -2);
        this.card.hidden = part === null;
        if (part === null) return;
        const s = this.run.scene;
        const p = part < 0 ? (s.ground ?? { kind: 'PART', name: 'ground' }) : s.parts[part];
        this.openCard(p, p.id ? `${p.kind}/${p.id}` : '');
        if (part < 0) return;
        const u = s.units;
        const motion = this.motion.parts[part];
        this.card.append(
            h(
                'dl',
                {},
                this.row('mass', () => show(p.mass), u.mass),
                this.row('centre', () => this.run.vector(this.motion.centre(part).toArray(), u.length), u.length),
                this.row('velocity', () => this.mix(motion.v, u.velocity), u.velocity),
                this.row('spin', () => this.mix(motion.w, u.spin), u.spin),
            ),
        );
        const columns = this.run.columns.filter((c) => c.kind === p.kind && c.id === p.id);
        const plot = (text, group) =>
            this.plotButton(
                text,
                columns.filter((c) => c.group === group),
            );
        const markers = s.markers
            .map((m, k) => ({ m, k }))
            .filter(({ m }) => m.part === part)
            .slice(0, 200);
        const trace = h(
            'select',
            {
                'aria-label': 'Path of a marker',
                onchange: () => {
                    if (trace.value) this.viewer.mechanism.traceMarker(Number(trace.value));
                    trace.value = '';
                    this.viewer.draw();
                },
            },
            h('option', { value: '', text: 'path of a marker …' }),
            markers.map(({ m, k }) => h('option', { value: k, text: m.name ? `${m.name} (${m.id})` : `MARKER/${m.id}` })),
        );
        this.card.append(h('div', { class: 'row' }, plot('plot position', 'displacement'), plot('velocity', 'velocity'), trace));
        this.fillCard();
    }

    fillCard() {
        if (this.picked !== null && this.readings) for (const f of this.readings) f();
    }
}
