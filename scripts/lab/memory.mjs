import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { client } from './api.mjs';
import { machine, printTable } from './measure.mjs';
import { ensureReferences, postArray, product, range } from './products.mjs';
import { startService } from './service.mjs';

// Measures the memory of the service: at rest, and while many slow clients read lists of some megabytes, each its own.
const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    // Bytes a second that a client reads.
    pace: { type: 'string', default: '50000' },
    accept: { type: 'string', default: 'identity,gzip' },
  },
});
const products = 1000;
const noteLength = 2500;

const service = await startService();
try {
  const send = client(service.url, service.key);
  const references = await ensureReferences(send);
  for (const from of range(0, products / 100))
    await postArray(
      send,
      range(from * 100, (from + 1) * 100).map((n) => withNote(product(references, n))),
    );
  /** @type {string[][]} */
  const table = [];
  for (const accepted of values.accept.split(',')) {
    await wait(5000);
    const rest = await memory();
    const { peak, received, answer } = await readSlowly(accepted);
    await wait(20_000);
    table.push([
      accepted,
      mebibytes(answer),
      mebibytes(received),
      mebibytes(rest),
      mebibytes(peak),
      mebibytes(await memory()),
    ]);
  }
  console.log(
    `\n${values.readers} clients read a list of ${products} products at ${values.pace} bytes a second each; MiB`,
  );
  printTable(['Accept-Encoding', 'one list', 'read in all', 'at rest', 'highest', '20 s after'], table);
  console.log(machine());
} finally {
  await service.stop();
}

/** @param {ReturnType<typeof product>} one */
function withNote(one) {
  // Letters that compress as text does, not as repetition.
  const note = range(0, noteLength / 10).map((n) => `${one.name.split(' ')[n % 3]} ${(n * 7919) % 997}`);
  return { ...one, data: { ...one.data, note: note.join(' ').slice(0, noteLength) } };
}

/** @param {string} accepted */
async function readSlowly(accepted) {
  let received = 0;
  let answer = 0;
  let peak = 0;
  const { hostname, port } = new URL(service.url);
  /** @type {net.Socket[]} */
  const sockets = [];
  const open = (/** @type {number} */ n) => {
    const socket = net.connect({ port: Number(port), host: hostname });
    sockets.push(socket);
    // Each asks in its own way, so that no two share an answer.
    const since = `2020-01-01T00:00:00.${String(n).padStart(3, '0')}Z`;
    const query = `pageSize=1000&sort=${n % 2 ? '' : '-'}name&modified_since=${since}`;
    socket.write(
      `GET /api/secure/plu?${query} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${service.key}\r\nAccept-Encoding: ${accepted}\r\n\r\n`,
    );
    socket.on('error', () => undefined);
    socket.once('data', (chunk) => {
      const head = chunk.toString('latin1');
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, 200));
      answer = Math.max(answer, Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0));
    });
    socket.on('data', (chunk) => {
      received += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), (1000 * chunk.length) / Number(values.pace));
    });
  };
  // One after the other: what is measured is how they read, not how long they wait for the database.
  for (const n of range(0, Number(values.readers))) setTimeout(() => open(n), n * 60);
  const end = performance.now() + Number(values.seconds) * 1000;
  while (performance.now() < end) {
    peak = Math.max(peak, await memory());
    await wait(100);
  }
  for (const socket of sockets) socket.destroy();
  return { peak, received, answer };
}

/** Returns the resident memory of the service, in bytes. */
async function memory() {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
}

/** @param {number} bytes */
function mebibytes(bytes) {
  return (bytes / 2 ** 20).toFixed(1);
}
