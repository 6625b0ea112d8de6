// dom.js - elements of the page. Text goes in as text nodes only: nothing from a dataset is ever read as markup.

export function h(tag, attributes = {}, ...children) {
    const e = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
        else if (key === 'text') e.textContent = value;
        else if (key === 'class') e.className = value;
        else e.setAttribute(key, value === true ? '' : String(value));
    }
    e.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
    return e;
}

export function clear(e) {
    e.replaceChildren();
    return e;
}

/** A number as people read it: few digits, no noise. */
export function show(x, digits = 5) {
    if (x === null || x === undefined || Number.isNaN(x)) return '–';
    if (x === 0) return '0';
    const a = Math.abs(x);
    if (a >= 1e6 || a < 1e-4) return x.toExponential(digits - 2).replace('e+', 'e');
    return String(Number(x.toPrecision(digits)));
}

export function save(name, blob) {
    const url = URL.createObjectURL(blob);
    h('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Curve colours that all kinds of colour vision tell apart (Okabe and Ito), for light and dark ground. */
export const palettes = {
    light: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b07d00', '#56b4e9', '#000000', '#7f7f7f'],
    dark: ['#56b4e9', '#ff8c42', '#2fc79b', '#e79fc4', '#f0c419', '#9bd1ff', '#ffffff', '#a0a0a0'],
};

export const isDark = () => document.documentElement.dataset.theme === 'dark';
