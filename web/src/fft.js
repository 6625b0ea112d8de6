// fft.js - amplitude over frequency of a curve: even spacing by interpolation, mean taken off, window of Hann.

/** In place, n a power of two. */
function transform(re, im) {
    const n = re.length;
    for (let i = 1, j = 0; i < n; i++) {
        let bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            [re[i], re[j]] = [re[j], re[i]];
            [im[i], im[j]] = [im[j], im[i]];
        }
    }
    for (let size = 2; size <= n; size <<= 1) {
        const angle = (-2 * Math.PI) / size;
        for (let k = 0; k < size / 2; k++) {
            const c = Math.cos(angle * k);
            const s = Math.sin(angle * k);
            for (let i = k; i < n; i += size) {
                const j = i + size / 2;
                const x = re[j] * c - im[j] * s;
                const y = re[j] * s + im[j] * c;
                re[j] = re[i] - x;
                im[j] = im[i] - y;
                re[i] += x;
                im[i] += y;
            }
        }
    }
}

/** frequency: cycles per unit of time. Null where there are too few points. */
export function spectrum(time, values) {
    const last = time.length - 1;
    const length = time[last] - time[0];
    if (last < 7 || !(length > 0)) return null;
    const n = 2 ** Math.ceil(Math.log2(last + 1));
    const points = Math.min(last + 1, n);
    const re = new Float64Array(n);
    const im = new Float64Array(n);
    const dt = length / (points - 1);
    let mean = 0;
    for (let i = 0, k = 0; i < points; i++) {
        const t = time[0] + i * dt;
        while (k + 1 < last && time[k + 1] <= t) k++;
        const span = time[k + 1] - time[k];
        const x = span > 0 ? values[k] + ((values[k + 1] - values[k]) * (t - time[k])) / span : values[k];
        re[i] = Number.isFinite(x) ? x : 0;
        mean += re[i] / points;
    }
    for (let i = 0; i < points; i++) re[i] = (re[i] - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (points - 1)));
    transform(re, im);
    const frequency = new Float64Array(n / 2);
    const amplitude = new Float64Array(n / 2);
    for (let i = 0; i < n / 2; i++) {
        frequency[i] = i / (n * dt);
        amplitude[i] = (Math.hypot(re[i], im[i]) * 4) / points; // a sine of amplitude 1 shows as 1: half of it is in each side, half of the window's area is lost
    }
    return { frequency, amplitude };
}
