import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../steps.mjs';

// Proves the Dockerfile: builds the image and runs it beside a PostgreSQL, where Docker or Podman has an engine. Elsewhere its
// steps are done as they stand there: packages without those for developing, the build, the files of the image; and they
// are run as an unprivileged user, on a file system that is mounted read-only (Linux, root).

const run = promisify(execFile);
const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  console.error(
    'DATABASE_URL names a PostgreSQL for the container: an empty database on an address that it reaches.',
  );
  process.exit(2);
}
const key = `image-${randomBytes(24).toString('base64url')}`;
const port = 4390;
const env = {
  DATABASE_URL: databaseUrl,
  TILLHOUSE_API_KEY: key,
  TILLHOUSE_DEMO: 'false',
  PORT: String(port),
};
const engine = await engineOf();
const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-image-'));
await chmod(folder, 0o755);
const stop = engine ? await inContainer(engine) : await withoutEngine();
try {
  const answer = await ready();
  const made = await fetch(`http://127.0.0.1:${port}/api/secure/tax`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Food', rate: '13.5' }),
  });
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const notices = await (await fetch(`http://127.0.0.1:${port}/third-party-notices.txt`)).text();
  if (!/^react \d/m.test(notices)) throw new Error('The licences of what it is made with are not there');
  if (made.status !== 201 || !page.includes('<div id="root">')) throw new Error(`${made.status}: ${page}`);
  console.log(
    `${engine ?? 'Without an engine'}: ready after ${answer} s; a record is made, the page is there.`,
  );
} finally {
  await stop();
  await rm(folder, { recursive: true, force: true });
}

async function engineOf() {
  for (const name of ['docker', 'podman'])
    if (await run(name, ['version', '--format', '{{.Server.Version}}']).catch(() => null)) return name;
  return null;
}

/** @param {string} name */
async function inContainer(name) {
  await run(name, ['build', '-t', 'tillhouse-proof', root], { maxBuffer: 1e8 });
  const flags = Object.entries(env).flatMap(([variable, value]) => ['-e', `${variable}=${value}`]);
  const kept = ['--rm', '--read-only', '--cap-drop', 'ALL', '--network', 'host'];
  const { stdout } = await run(name, ['run', '-d', ...kept, ...flags, 'tillhouse-proof']);
  return () => run(name, ['stop', stdout.trim()]);
}

async function withoutEngine() {
  const build = path.join(folder, 'build');
  const service = path.join(folder, 'service');
  const files = (await run('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1e8 })).stdout.split('\0');
  for (const file of files.filter((name) => name !== '' && !/^(?:e2e|docs)\//.test(name))) {
    await mkdir(path.dirname(path.join(build, file)), { recursive: true });
    await cp(path.join(root, file), path.join(build, file));
  }
  for (const [command, ...args] of await steps())
    await run(command ?? '', args, { cwd: build, maxBuffer: 1e8 });
  await run('mount', ['--bind', service, service]);
  await run('mount', ['-o', 'remount,bind,ro', service]);
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: service,
    env: { NODE_ENV: 'production', HOST: '127.0.0.1', ...env },
    uid: 65_534,
    gid: 65_534,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await run('umount', [service]);
  };

  /** The RUN lines of the first part of the Dockerfile, each as a shell's command. */
  async function steps() {
    const text = (await readFile(path.join(root, 'Dockerfile'), 'utf8')).replaceAll('\\\n', ' ');
    const first = text.split(/^FROM /m)[1] ?? '';
    return [...first.matchAll(/^RUN (.*)$/gm)].map(([, line = '']) => [
      'sh',
      '-c',
      line.replaceAll('/service', service),
    ]);
  }
}

/** Waits until the service is ready. Returns the seconds that it took. */
async function ready() {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    const seconds = (performance.now() - began) / 1000;
    if (answer?.ok) return seconds.toFixed(1);
    if (seconds > 120) throw new Error('It is not ready after two minutes');
    await wait(200);
  }
}
