// player.js - time: playing, stepping, scrubbing; or the phase of a mode. Everybody who shows a moment listens.
import { h, show } from './dom.js';

const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

export class Player {
    constructor(run) {
        this.run = run;
        this.t = run.start;
        this.playing = false;
        this.listeners = [];
        const length = run.end - run.start;
        const natural = run.timed ? length / 8 : length / 8 || 1;
        // real time where the run is of a length to look at
        this.speed =
            run.timed && length >= 1.5 && length <= 30
                ? 1
                : speeds.reduce((best, s) => (Math.abs(Math.log(s / natural)) < Math.abs(Math.log(best / natural)) ? s : best), 1);
        this.element = this.build();
    }

    build() {
        const button = (label, title, action, id) =>
            h('button', { class: 'tool', title, 'aria-label': title, id, onclick: action, text: label });
        this.button = button('▶', 'Play or pause (space)', () => this.toggle(), 'play');
        this.slider = h('input', {
            type: 'range',
            id: 'time',
            min: '0',
            max: '1000',
            value: '0',
            step: 'any',
            'aria-label': 'Time',
            oninput: () => this.scrub(),
        });
        this.readout = h('output', { id: 'clock' });
        this.choice = h(
            'select',
            { id: 'speed', title: 'Speed ([ and ])', 'aria-label': 'Speed', onchange: () => (this.speed = Number(this.choice.value)) },
            speeds.map((s) => h('option', { value: s, selected: s === this.speed, text: `${s}×` })),
        );
        this.loop = h('input', { type: 'checkbox', checked: true, id: 'loop' });
        this.marks = h('div', { class: 'marks' });
        const one = this.run.frames < 2;
        const bar = h(
            'div',
            { class: 'player', role: 'group', 'aria-label': 'Animation' },
            button('|◂', 'To the start (Home)', () => this.go(this.run.start)),
            button('◂', 'One output back (←)', () => this.step(-1), 'back'),
            this.button,
            button('▸', 'One output on (→)', () => this.step(1), 'on'),
            button('▸|', 'To the end (End)', () => this.go(this.run.end)),
            h('div', { class: 'track' }, this.slider, this.marks),
            this.readout,
            this.choice,
            h('label', { class: 'check', title: 'Begin again at the end' }, this.loop, 'loop'),
        );
        if (one) for (const e of bar.querySelectorAll('button, input, select')) e.disabled = true;
        return bar;
    }

    listen(f) {
        this.listeners.push(f);
    }

    tell() {
        const { start, end } = this.run;
        this.slider.value = end > start ? (1000 * (this.t - start)) / (end - start) : 0;
        const unit = this.run.timed ? (this.run.scene?.units.time ?? '') : '';
        const digits = end > start ? Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(end - start)))) : 3;
        this.readout.textContent = this.run.frames
            ? this.run.timed
                ? `${this.t.toFixed(digits)} ${unit}`
                : `output ${Math.round(this.t) + 1}`
            : 'no output';
        for (const f of this.listeners) f(this.t);
    }

    go(t) {
        this.t = Math.min(this.run.end, Math.max(this.run.start, t));
        this.tell();
    }

    scrub() {
        this.pause();
        this.go(this.run.start + (Number(this.slider.value) / 1000) * (this.run.end - this.run.start));
    }

    step(by) {
        this.pause();
        const { frame, share } = this.run.frameAt(this.t);
        const to = by > 0 ? frame + 1 : share > 1e-9 ? frame : frame - 1;
        if (this.run.frames) this.go(this.run.clock[Math.min(this.run.frames - 1, Math.max(0, to))]);
    }

    toggle() {
        this.playing ? this.pause() : this.play();
    }

    play() {
        if (this.run.frames < 2 || this.playing) return;
        if (this.t >= this.run.end) this.t = this.run.start;
        this.playing = true;
        this.button.textContent = '❚❚';
        let last = null;
        const tick = (now) => {
            if (!this.playing) return;
            // one picture at most every tenth of a second of waiting counts: a hidden tab does not jump
            if (last !== null) this.advance(Math.min(0.1, (now - last) / 1000) * this.speed);
            last = now;
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    advance(dt) {
        let t = this.t + dt;
        if (t >= this.run.end) {
            t = this.loop.checked ? this.run.start : this.run.end;
            if (!this.loop.checked) this.pause();
        }
        this.go(t);
    }

    pause() {
        this.playing = false;
        this.button.textContent = '▶';
    }

    faster(by) {
        const k = Math.min(speeds.length - 1, Math.max(0, speeds.indexOf(this.speed) + by));
        this.speed = speeds[k];
        this.choice.value = String(this.speed);
    }

    /** Events as marks on the time line. */
    mark(events) {
        const { start, end } = this.run;
        for (const e of events.slice(0, 400)) {
            if (!(end > start) || e.t < start || e.t > end) continue;
            const m = h('i', { class: `mark ${e.kind}`, title: `${e.text} at ${show(e.t)}` });
            m.style.left = `${(100 * (e.t - start)) / (end - start)}%`;
            this.marks.append(m);
        }
    }
}
