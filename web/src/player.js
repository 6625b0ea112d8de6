// player.js - time: playing, stepping, scrubbing; or the phase of a mode. Everybody who shows a moment listens.
import { h, show } from './dom.js';

const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

/** A cycle of so many seconds that can be played like a run. */
export class Cycle {
    constructor(seconds) {
        this.frames = 49;
        this.clock = Float64Array.from({ length: this.frames }, (_, i) => (i * seconds) / (this.frames - 1));
        this.start = 0;
        this.end = seconds;
        this.speed = 1;
    }

    frameAt(t) {
        const x = (t / this.end) * (this.frames - 1);
        const frame = Math.min(this.frames - 1, Math.floor(x + 1e-9));
        return { frame, share: Math.max(0, x - frame) };
    }

    text(t) {
        return `phase ${Math.round((360 * t) / this.end)}°`;
    }
}

export class Player {
    constructor(run) {
        this.run = run;
        this.track = run; // what is played: the run, or a cycle
        this.t = run.start; // time of the run, also while a cycle is played
        this.at = run.start; // on the track
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
        const bar = h(
            'div',
            { class: 'player', role: 'group', 'aria-label': 'Animation' },
            button('|◂', 'To the start (Home)', () => this.go(this.track.start)),
            button('◂', 'One output back (←)', () => this.step(-1), 'back'),
            this.button,
            button('▸', 'One output on (→)', () => this.step(1), 'on'),
            button('▸|', 'To the end (End)', () => this.go(this.track.end)),
            h('div', { class: 'track' }, this.slider, this.marks),
            this.readout,
            this.choice,
            h('label', { class: 'check', title: 'Begin again at the end' }, this.loop, 'loop'),
        );
        this.enable(bar);
        return bar;
    }

    enable(bar) {
        for (const e of bar.querySelectorAll('button, input, select')) e.disabled = this.track.frames < 2;
    }

    /** Plays a cycle from its start; null: the run again, where it was left. */
    follow(cycle) {
        this.pause();
        this.track.speed = this.speed;
        this.track = cycle ?? this.run;
        this.at = cycle ? cycle.start : this.t;
        this.speed = this.track.speed;
        this.choice.value = String(this.speed);
        this.marks.hidden = cycle !== null;
        this.enable(this.element);
        this.tell();
    }

    listen(f) {
        this.listeners.push(f);
    }

    tell() {
        const { start, end } = this.track;
        this.slider.value = end > start ? (1000 * (this.at - start)) / (end - start) : 0;
        const unit = this.run.timed ? (this.run.scene?.units.time ?? '') : '';
        const digits = end > start ? Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(end - start)))) : 3;
        this.readout.textContent = this.track.text
            ? this.track.text(this.at)
            : !this.run.frames
              ? 'no output'
              : this.run.timed
                ? `${this.at.toFixed(digits)} ${unit}`
                : `output ${Math.round(this.at) + 1}`;
        for (const f of this.listeners) f(this.at);
    }

    go(t) {
        this.at = Math.min(this.track.end, Math.max(this.track.start, t));
        if (this.track === this.run) this.t = this.at;
        this.tell();
    }

    /** A moment of the run, whatever is being played. */
    goTime(t) {
        if (this.track !== this.run) this.leave();
        this.go(t);
    }

    scrub() {
        this.pause();
        const { start, end } = this.track;
        this.go(start + (Number(this.slider.value) / 1000) * (end - start));
    }

    step(by) {
        this.pause();
        const { frame, share } = this.track.frameAt(this.at);
        const { frames, clock } = this.track;
        let to = by > 0 ? frame + 1 : share > 1e-9 ? frame : frame - 1;
        while (to > 0 && by < 0 && share <= 1e-9 && clock[to] === clock[frame]) to--; // an impact has two outputs
        if (frames) this.go(clock[Math.min(frames - 1, Math.max(0, to))]);
    }

    toggle() {
        this.playing ? this.pause() : this.play();
    }

    play() {
        if (this.track.frames < 2 || this.playing) return;
        if (this.at >= this.track.end) this.at = this.track.start;
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
        let t = this.at + dt;
        if (t >= this.track.end) {
            t = this.loop.checked ? this.track.start : this.track.end;
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
