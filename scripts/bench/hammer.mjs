import http from 'node:http';

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
async function hammer({ url, headers, connections, seconds, fresh = false }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const target = new URL(url);
  const options = {
    agent,
    headers,
    host: target.hostname,
    port: target.port,
    path: target.pathname + target.search,
  };
  const next = () =>
    fresh ? { ...options, path: `${target.pathname}${anotherWay(target.search, (sent += 1))}` } : options;
  /** @type {number[]} */
  const times = [];
  let bytes = 0;
  let failed = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const sent = performance.now();
        const answer = await get(next());
        times.push(performance.now() - sent);
        if (answer.status !== 200) failed += 1;
        bytes = answer.bytes;
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  agent.destroy();
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
 * @param {http.RequestOptions} options
 * @returns {Promise<{ status: number, bytes: number }>}
 */
function get(options) {
  return new Promise((resolve, reject) => {
    const request = http.get(options, (response) => {
      let bytes = 0;
      response.on('data', (/** @type {Buffer} */ chunk) => (bytes += chunk.length));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
      response.once('error', reject);
    });
    request.once('error', reject);
  });
}
