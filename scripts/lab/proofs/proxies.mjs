import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../steps.mjs';
import { must } from './ask.mjs';
import {
  fillDeployed,
  missingPackages,
  ownFolder,
  runProgram,
  startProgram,
  write,
} from './cluster/programs.mjs';
import { createEmptyData, serve } from './serve.mjs';

const ports = { nginx: 15_443, caddy: 15_080 };
const password = 'a long password of a proof';
const email = 'proxy@example.org';
/** Where the client is; the proxies are at 127.0.0.1, which is trusted. */
const client = '127.0.0.2';
const forged = '203.0.113.9';
/** Milliseconds until a change has to be told. */
const patience = 3000;
const mebibyte = 2 ** 20;

/**
 * Puts nginx, with TLS, and Caddy before the service, each with its file of `deploy/` (docs/proxies.md): a person signs in with a cookie that only
 * goes over TLS where there is TLS, writes, is told of the write by the stream of live changes at once, and imports 7.9 MiB; what is too large is
 * refused in the words of the service; the service knows the client's address, and not one that the client invents.
 *
 * @returns {Promise<string[]>} a table
 */
export async function proveProxies() {
  const missing = missingPackages(['nginx', 'caddy']);
  if (missing.length > 0) return [`not tried: needs the Debian packages ${missing.join(', ')}`];
  const folder = await ownFolder('proxies');
  const data = await createEmptyData('proxies');
  const env = { ...data.env, TILLHOUSE_TRUSTED_PROXIES: '127.0.0.1' };
  const service = await serve(env);
  const lines = [
    '| proxy | sign-in | write told after | 7.9 MiB | 8.5 MiB | client |',
    '|---|---|---|---|---|---|',
  ];
  try {
    await createPerson(env, folder);
    const at = new URL(service.address).host;
    for (const { name, origin, start } of await proxies(folder, at)) {
      const proxy = await start();
      try {
        lines.push(`| ${name} | ${(await tried(origin, folder)).join(' | ')} |`);
      } finally {
        await proxy.stop();
      }
    }
  } finally {
    service.kill();
    await service.ended;
    await rm(folder, { recursive: true, force: true });
    await rm(data.folder, { recursive: true, force: true });
  }
  return lines;
}

/** @param {NodeJS.ProcessEnv} env @param {string} folder */
async function createPerson(env, folder) {
  const file = path.join(folder, 'password');
  await write(file, password);
  /** @param {string[]} args */
  const admin = (...args) =>
    execFileSync(process.execPath, ['scripts/serve.mjs', 'admin', ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
  admin('company', 'create', '--name', 'Proxied');
  const person = ['--email', email, '--name', 'Proxy', '--role', 'admin', '--password-file', file];
  admin('user', 'create', '--company', 'Proxied', ...person);
}

/** @param {string} folder @param {string} at host and port of the service */
async function proxies(folder, at) {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name));
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', String(key), '-out', String(certificate)];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files],
    {
      stdio: 'ignore',
    },
  );
  await write(String(key), await readFile(String(key), 'utf8'));
  const services = { SERVICE_1: at, SERVICE_2: at };
  const conf = path.join(folder, 'nginx.conf');
  await fillDeployed('nginx/tillhouse.conf', path.join(folder, 'tillhouse.conf'), {
    ...services,
    NAME: 'localhost',
    LISTEN: `127.0.0.1:${ports.nginx} ssl http2; ssl_certificate ${certificate}; ssl_certificate_key ${key}`,
  });
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  await write(
    conf,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}\n` +
      `http { access_log off; ${places} include ${folder}/tillhouse.conf; }\n`,
  );
  const caddyfile = path.join(folder, 'Caddyfile');
  await fillDeployed('caddy/Caddyfile', caddyfile, { ...services, SITE: `http://localhost:${ports.caddy}` });
  await runProgram('nginx', ['-t', '-c', conf], folder);
  await runProgram('caddy', ['validate', '--adapter', 'caddyfile', '--config', caddyfile], folder);
  return [
    {
      name: 'nginx, TLS',
      origin: `https://localhost:${ports.nginx}`,
      start: () => startProgram('nginx', ['-c', conf], folder, 'nginx.out'),
    },
    {
      name: 'Caddy',
      origin: `http://localhost:${ports.caddy}`,
      start: () =>
        startProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', caddyfile], folder, 'caddy.out'),
    },
  ];
}

/** @param {string} origin @param {string} folder */
async function tried(origin, folder) {
  const isTls = origin.startsWith('https:');
  const agent = isTls
    ? new https.Agent({
        ca: await readFile(path.join(folder, 'certificate.pem')),
        localAddress: client,
        family: 4,
      })
    : new http.Agent({ localAddress: client, family: 4 });
  /** @type {Sent} */
  const send = (method, address, content, headers = {}) =>
    request(agent, origin, method, address, content, headers);
  try {
    for (const began = Date.now(); ; await wait(100)) {
      const answer = await send('GET', '/readyz').catch(() => null);
      if (answer?.status === 200) break;
      must(Date.now() - began < 20_000, () => `Nothing answers at ${origin}`);
    }
    const page = await send('GET', '/');
    must(page.status === 200 && page.text.includes('<div id="root">'), () => `The page: ${page.status}`);
    must(
      'strict-transport-security' in page.headers === isTls,
      () => 'Whether it came over TLS is not believed',
    );
    const signedIn = await send('POST', '/api/session', JSON.stringify({ email, password }));
    const cookie = String(signedIn.headers['set-cookie'] ?? '');
    must(signedIn.status === 200 && cookie !== '', () => `Sign-in: ${signedIn.status} ${signedIn.text}`);
    must(/;\s*secure/i.test(cookie) === isTls, () => `The cookie is ${cookie}`);
    const own = { cookie: cookie.split(';')[0] ?? '' };
    const told = await writeAndListen(send, own, origin, agent);
    const tax = JSON.stringify({ name: 'Large', rate: '1' });
    /** @param {number} bytes */
    const large = (bytes) => send('POST', '/api/secure/tax', `[${' '.repeat(bytes)}${tax}]`, own);
    const [taken, refused] = [await large(7.9 * mebibyte), await large(8.5 * mebibyte)];
    must([200, 201, 207].includes(taken.status), () => `7.9 MiB: ${taken.status} ${taken.text}`);
    must(
      refused.status === 413 &&
        String(refused.headers['content-type']).startsWith('application/problem+json'),
      () => `8.5 MiB: ${refused.status} ${refused.text}`,
    );
    const sessions = await send('GET', '/api/secure/session', null, own);
    must(sessions.status === 200, () => `Sessions: ${sessions.status} ${sessions.text}`);
    must(sessions.text.includes(`"${client}"`), () => `Who asks is not known: ${sessions.text}`);
    must(!sessions.text.includes(forged), () => 'An address that the client invents is believed');
    return [isTls ? 'Secure' : 'as it is', `${told} ms`, taken.status, refused.status, client];
  } finally {
    agent.destroy();
  }
}

/**
 * Opens the stream of live changes, writes, and returns the milliseconds until the stream tells it.
 *
 * @param {Sent} send @param {Record<string, string>} own @param {string} origin @param {http.Agent} agent
 */
async function writeAndListen(send, own, origin, agent) {
  const stream = (origin.startsWith('https:') ? https : http).request(`${origin}/api/secure/live`, {
    agent,
    headers: { ...own, Accept: 'text/event-stream' },
  });
  try {
    /** @type {http.IncomingMessage} */
    const answer = await new Promise((resolve, reject) => {
      stream.once('response', resolve);
      stream.once('error', reject);
      stream.end();
    });
    must(answer.statusCode === 200, () => `The stream: ${answer.statusCode}`);
    let came = '';
    answer.setEncoding('utf8');
    answer.on('data', (chunk) => (came += chunk));
    answer.on('error', () => undefined);
    await wait(500);
    const began = performance.now();
    const made = await send('POST', '/api/secure/tax', JSON.stringify({ name: 'Live', rate: '2' }), own);
    must(made.status === 201, () => `A write: ${made.status} ${made.text}`);
    while (!/"tax"/.test(came)) {
      must(performance.now() - began < patience, () => `The stream tells nothing: ${came}`);
      await wait(5);
    }
    return Math.round(performance.now() - began);
  } finally {
    stream.destroy();
  }
}

/**
 * @typedef {{ status: number, headers: http.IncomingHttpHeaders, text: string }} Answered
 * @typedef {(method: string, address: string, content?: string | null, headers?: Record<string, string>) => Promise<Answered>} Sent
 */

/**
 * Sends as a browser does, from the client's address and with an address that it invents.
 *
 * @param {http.Agent} agent @param {string} origin @param {string} method @param {string} address
 * @param {string | null | undefined} content @param {Record<string, string>} headers
 * @returns {Promise<Answered>}
 */
function request(agent, origin, method, address, content, headers) {
  return new Promise((resolve, reject) => {
    const sent = (origin.startsWith('https:') ? https : http).request(`${origin}${address}`, {
      method,
      agent,
      headers: {
        'X-Forwarded-For': forged,
        'Sec-Fetch-Site': 'same-origin',
        ...(method !== 'GET' && { Origin: origin }),
        ...(content && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(content) }),
        ...headers,
      },
    });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (text += chunk));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.once('error', reject);
    });
    sent.end(content ?? undefined);
  });
}
