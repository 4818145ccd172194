import net from 'node:net';

// Sends the load from a process of its own, because the measured one must not share its event loop. Message: {
// url, headers, connections, seconds }; response: see `Round` in measure.mjs.
process.on('message', (/** @type {import('./measure.mjs').Load} */ load) => {
  void hammer(load).then((round) => process.send?.(round));
});

// Continues over all rounds, because the responses of one round are cached for the next.
let sent = 0;

/**
 * Repeats a GET on a fixed number of connections, each with one pending request.
 *
 * @param {import('./measure.mjs').Load} load
 * @returns {Promise<import('./measure.mjs').Round>}
 */
async function hammer({ url, headers, connections, seconds, fresh = false, pages = 1 }) {
  const target = new URL(url);
  const head = Object.entries({ Host: target.host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const request = () => {
    const page = String(1 + Math.floor(Math.random() * pages));
    const asked = target.search.replace('%7Bpage%7D', page).replace('{page}', page);
    const search = fresh ? anotherWay(asked, (sent += 1)) : asked;
    return `GET ${target.pathname}${search} HTTP/1.1\r\n${head}\r\n`;
  };
  /** @type {number[]} */
  const times = [];
  let bytes = 0;
  let failed = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const { get, close } = await connect(target);
      while (performance.now() < end) {
        const sent = performance.now();
        const answer = await get(request());
        times.push(performance.now() - sent);
        if (answer.status !== 200 && answer.status !== 304) failed += 1;
        bytes = answer.bytes;
      }
      close();
    }),
  );
  const took = (performance.now() - began) / 1000;
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ part) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { count: times.length, rate: times.length / took, p50: at(0.5), p99: at(0.99), bytes, failed };
}

/**
 * Returns the same query in another spelling (%70 is a p), so that caches by address miss.
 *
 * @param {string} search
 * @param {number} n another way for each
 */
function anotherWay(search, n) {
  let bits = n;
  return search.replaceAll(/[A-Za-z0-9]/g, (letter) => {
    const encode = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return encode ? `%${letter.charCodeAt(0).toString(16)}` : letter;
  });
}

/**
 * Opens a connection of its own code: Node's HTTP client takes more time than the service that it would measure.
 * Answers need a `Content-Length`, or no body (304).
 *
 * @param {URL} target
 * @returns {Promise<{ get: (request: string) => Promise<{ status: number, bytes: number }>, close: () => void }>}
 */
async function connect(target) {
  const socket = net.connect(Number(target.port), target.hostname);
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  /** @type {{ resolve: (answer: { status: number, bytes: number }) => void, reject: (error: Error) => void } | null} */
  let waiting = null;
  let status = 0;
  let bytes = 0;
  let left = -1;
  let head = '';
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The connection was closed')));
  socket.on('data', (chunk) => {
    if (left >= 0) left -= chunk.length;
    else {
      head += chunk.toString('latin1');
      const at = head.indexOf('\r\n\r\n');
      if (at < 0) return;
      status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, at))?.[1];
      if (length === undefined && status !== 304) return waiting?.reject(new Error('No Content-Length'));
      bytes = Number(length ?? 0);
      left = bytes - (head.length - at - 4);
      head = '';
    }
    if (left > 0) return;
    left = -1;
    waiting?.resolve({ status, bytes });
  });
  return {
    get: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => {
      waiting = null;
      socket.destroy();
    },
  };
}
