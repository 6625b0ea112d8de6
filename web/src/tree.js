// tree.js - every column of any run by category and element, with a search.
import { clear, h } from './dom.js';

const order = ['Requests', 'Parts', 'Constraints', 'Forces', 'System'];
const most = 400; // rows shown at once while searching

export class Tree {
    constructor(runs, onchange) {
        const seen = new Set();
        this.columns = runs.flatMap((run) => {
            const own = run.columns.filter((c) => !seen.has(c.name));
            for (const c of own) seen.add(c.name);
            return own;
        });
        this.first = runs[0];
        this.units = new Set(this.columns.map((c) => c.unit).filter(Boolean));
        this.onchange = onchange;
        this.chosen = new Set();
        this.search = h('input', {
            type: 'search',
            id: 'search',
            placeholder: 'Search channels, as “arm vel”  ( / )',
            'aria-label': 'Search channels',
            oninput: () => this.fill(),
        });
        this.list = h('div', { class: 'tree', role: 'tree' });
        this.element = h('div', { class: 'treebox' }, this.search, this.list);
        this.owners = new Map();
        for (const c of this.columns) {
            const key = `${c.category}|${c.owner}|${c.kind}/${c.id}`;
            if (!this.owners.has(key))
                this.owners.set(key, { category: c.category, owner: c.owner, label: `${c.kind}/${c.id}`, comment: c.comment, columns: [] });
            this.owners.get(key).columns.push(c);
        }
        this.fill();
    }

    row(c) {
        const box = h('input', {
            type: 'checkbox',
            checked: this.chosen.has(c),
            'data-channel': c.name,
            onchange: () => this.choose(c, box.checked),
        });
        return h(
            'label',
            { class: c.matters ? 'channel' : 'channel flat', title: c.matters ? '' : 'does not change' },
            box,
            h('span', { text: c.heading ? `${c.component} ${c.heading}` : c.component }),
            h('small', { text: c.run === this.first ? c.unit : `${c.unit} only in ${c.run.label}` }),
        );
    }

    words() {
        return this.search.value.split(/\s+/).filter(Boolean);
    }

    /** A word that is a unit asks for it, or for the component of that name; any other may stand anywhere. */
    fits(c, words) {
        const text =
            `${c.owner} ${c.component} ${c.key ?? ''} ${c.group} ${c.kind}/${c.id} ${c.kind}_${c.id} ${c.comment ?? ''} ${c.heading ?? ''}`.toLowerCase();
        return words.every((w) => (this.units.has(w) ? c.unit === w || c.component === w : text.includes(w.toLowerCase())));
    }

    fill() {
        const words = this.words();
        clear(this.list);
        let left = most;
        for (const category of order) {
            const owners = [...this.owners.values()].filter((o) => o.category === category);
            const shown = owners
                .map((o) => ({ o, columns: words.length ? o.columns.filter((c) => this.fits(c, words)) : o.columns }))
                .filter((x) => x.columns.length);
            if (!shown.length) continue;
            const inside = h('div', { role: 'group' });
            const details = h(
                'details',
                { open: words.length > 0 || category === 'Requests' || owners.length <= 6 },
                h('summary', { class: 'category' }, category, h('small', { text: String(shown.length) })),
                inside,
            );
            for (const { o, columns } of shown) {
                const open = (words.length > 0 && left > 0) || columns.some((c) => this.chosen.has(c));
                if (open) left -= columns.length;
                inside.append(this.ownerRow(o, columns, open));
            }
            this.list.append(details);
        }
        if (!this.list.childElementCount)
            this.list.append(h('p', { class: 'quiet', text: this.columns.length ? 'No channel fits.' : 'The run has no output.' }));
    }

    /** Rows of components are made when they are looked at. */
    ownerRow(o, columns, open) {
        const box = h('div', { class: 'channels' });
        const fill = () => box.childElementCount || box.append(...columns.map((c) => this.row(c)));
        const details = h(
            'details',
            { class: 'owner', open, ontoggle: fill },
            h(
                'summary',
                { title: o.comment ?? '' },
                h('span', { text: o.owner }),
                h('small', { text: o.label === o.owner.replace('_', '/') ? '' : o.label }),
                o.comment ? h('em', { text: o.comment }) : null,
            ),
            box,
        );
        if (open) fill();
        return details;
    }

    choose(c, on) {
        if (on) this.chosen.add(c);
        else this.chosen.delete(c);
        this.onchange([...this.chosen]);
    }

    set(columns) {
        this.chosen = new Set(columns);
        this.fill();
        this.onchange(columns);
    }
}
