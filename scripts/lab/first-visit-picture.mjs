/**
 * Draws the requests until the first rows as a waterfall: an SVG picture.
 *
 * @param {import('./first-visit.mjs').Visit} visit
 * @returns {string}
 */
export function drawWaterfall({ transfers, signIn, clicked, shown, requests, bytes }) {
  const [left, width, row, top] = [330, 640, 16, 64];
  const end = Math.max(shown, ...transfers.map(({ to }) => to)) * 1.02;
  const x = (/** @type {number} */ at) => left + (at / end) * width;
  const height = top + transfers.length * row + 24;
  const text = (/** @type {number} */ at, /** @type {number} */ y, /** @type {string} */ words, more = '') =>
    `<text x="${at.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
  const bar = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ y,
    /** @type {string} */ fill,
  ) =>
    `<rect x="${x(from).toFixed(1)}" y="${y}" width="${Math.max(1, x(to) - x(from)).toFixed(1)}" height="${row - 6}" fill="${fill}"/>`;
  const mark = (/** @type {number} */ at, /** @type {string} */ words) =>
    `<line x1="${x(at).toFixed(1)}" x2="${x(at).toFixed(1)}" y1="${top - 12}" y2="${height - 20}" stroke="#b42318"/>` +
    text(x(at), top - 16, words, 'text-anchor="middle" fill="#b42318"');
  const rows = transfers.map(({ name, type, from, first, to, size }, at) => {
    const y = top + at * row;
    const short = name.length > 46 ? `${name.slice(0, 43)}…` : name;
    const last = to || end;
    return (
      text(8, y + 9, short) +
      text(
        left - 10,
        y + 9,
        size > 0 ? `${(size / 1024).toFixed(1)} KiB` : '',
        'text-anchor="end" fill="#667085"',
      ) +
      bar(from, first || last, y, '#d0d5dd') +
      bar(first || last, last, y, colours[type] ?? '#98a2b3')
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 40} ${height}" font-family="sans-serif" font-size="10">
<rect width="100%" height="100%" fill="#fff"/>
${text(8, 20, `First visit on slow 4G (1.6 Mbit/s, 150 ms): ${requests} requests and ${(bytes / 1024).toFixed(0)} KiB until the first rows`, 'font-size="13" font-weight="bold"')}
${mark(signIn, `sign-in page ${(signIn / 1000).toFixed(2)} s`)}
${mark(clicked, 'click')}
${mark(shown, `rows ${((shown - clicked) / 1000).toFixed(2)} s later`)}
${rows.join('\n')}
${text(8, height - 6, 'Grey: waiting for the first byte. Blue: script. Violet: style. Green: data. Orange: font.', 'fill="#667085"')}
</svg>
`;
}

/** @type {Readonly<Record<string, string>>} */
const colours = {
  Document: '#344054',
  Script: '#2e6fd8',
  Stylesheet: '#7a4fd0',
  Fetch: '#2a9d5c',
  XHR: '#2a9d5c',
  EventSource: '#2a9d5c',
  Font: '#e08a1e',
};
