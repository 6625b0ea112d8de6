// theme.js - light or dark: as the system has it, until the reader chooses; the choice is kept where a page from a file may keep anything.

function stored(key) {
    try {
        return localStorage.getItem(key);
    } catch {
        return null; // a page from a file may have no storage
    }
}

function store(key, value) {
    try {
        localStorage.setItem(key, value);
    } catch {
        // as above: the choice holds until the page is closed
    }
}

export function firstTheme() {
    const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = stored('cardan-theme') ?? (dark ? 'dark' : 'light');
}

export function turnTheme() {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    store('cardan-theme', theme);
    document.documentElement.dataset.theme = theme;
}
