// table.js - rows of numbers, sorted by a click on a heading.
import { clear, h } from './dom.js';

/** More rows than this make a page slow; the rest is in the .csv. */
const most = 600;

/** columns: { name, title, number, value(row), text(row), class(row) }. */
export class Sheet {
    constructor(columns, rows) {
        this.columns = columns;
        this.rows = rows;
        this.by = null;
        this.down = false;
        this.head = h('tr');
        this.body = h('tbody');
        this.element = h('div', { class: 'scroll' }, h('table', { class: 'sheet-table' }, h('thead', {}, this.head), this.body));
        this.draw();
    }

    set(rows) {
        this.rows = rows;
        this.draw();
    }

    sort(column) {
        this.down = this.by === column ? !this.down : false;
        this.by = column;
        this.draw();
    }

    sorted() {
        const { by } = this;
        if (!by) return this.rows;
        const key = (r) => by.value(r) ?? (by.number ? Infinity : '');
        const order = (a, b) => (by.number ? key(a) - key(b) || 0 : String(key(a)).localeCompare(String(key(b))));
        return this.rows.slice().sort((a, b) => (this.down ? -order(a, b) : order(a, b)));
    }

    draw() {
        clear(this.head).append(
            ...this.columns.map((c) =>
                h(
                    'th',
                    { title: c.title, class: c.number ? 'number' : null, 'aria-sort': this.by === c ? (this.down ? 'descending' : 'ascending') : null },
                    h('button', { text: `${c.name}${this.by === c ? (this.down ? ' ↓' : ' ↑') : ''}`, onclick: () => this.sort(c) }),
                ),
            ),
        );
        const row = (r) => h('tr', { class: r.class }, ...this.columns.map((c) => this.cell(c, r)));
        const left = this.rows.length - most;
        clear(this.body).append(...this.sorted().slice(0, most).map(row));
        if (left > 0) this.body.append(h('tr', {}, h('td', { class: 'quiet', colspan: this.columns.length, text: `and ${left} more` })));
    }

    cell(c, r) {
        const kind = `${c.number ? 'number' : ''} ${c.class?.(r) ?? ''}`.trim();
        return h('td', { class: kind || null, text: c.text ? c.text(r) : c.value(r) });
    }
}
