// study.js - the page of cardan compare and cardan verify: what the program has found, shown; it computes nothing but shares of curves.
import { comparison } from './compare.js';
import { h } from './dom.js';
import { firstTheme, turnTheme } from './theme.js';
import { verification } from './verify.js';

firstTheme();
try {
    const data = JSON.parse(document.querySelector('script[type="application/x-cardan-study"]').textContent);
    const pages = { compare: comparison, verify: verification };
    const page = pages[data.kind](data);
    document.title = `${page.title} - Cardan`;
    const turn = () => {
        turnTheme();
        page.theme();
    };
    const header = h(
        'header',
        { class: 'top' },
        h('strong', { class: 'brand', text: 'cardan' }),
        h('h1', { text: page.title, title: page.title }),
        page.pill ? h('span', { class: `pill ${page.pill.kind}`, id: 'outcome', text: page.pill.text }) : null,
        h('span', { class: 'gap' }),
        h('button', { class: 'tool', id: 'theme', title: 'Light or dark (d)', 'aria-label': 'Light or dark', text: '◐', onclick: turn }),
    );
    document.addEventListener('keydown', (e) => e.key === 'd' && !e.target.matches('select, input') && turn());
    document.body.append(header, h('main', { class: 'study' }, h('div', { class: 'sheet' }, page.element)));
    window.cardan = { data, page };
} catch (e) {
    document.body.append(h('p', { class: 'nothing', text: `This page cannot be shown: ${e.message}` }));
    throw e;
}
