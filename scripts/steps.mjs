import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const second = 1000;
const parentCheckMs = 250;

/** @typedef {{ status: number, output: string }} Outcome */

/**
 * Runs a program in the repository and waits for it to end. A signal to this process is forwarded, and ends this
 * process after the program.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, show?: boolean, shell?: boolean, env?: NodeJS.ProcessEnv, timeout?: number }} [options] `show`
 *   passes the output on as it comes, else it is collected; `timeout` in milliseconds
 * @returns {Promise<Outcome>}
 */
export function run(
  program,
  args,
  { cwd = root, show = false, shell = false, env = process.env, timeout } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      shell,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      ...(timeout && { timeout }),
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    let ended = false;
    /** @param {NodeJS.Signals} signal */
    const end = (signal) => {
      ended = true;
      child.kill(signal);
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
    /** @param {number | null} status @param {string} [reason] */
    const finish = (status, reason = '') => {
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
      // Only now: npm undoes what it began, and the next start must wait for that.
      if (ended) process.exit(1);
      resolve({ status: status ?? 1, output: output + reason });
    };
    child.once('error', (error) => finish(1, error.message));
    child.once('close', (status) => finish(status));
  });
}

/**
 * Runs npm, the one that runs this script if there is one.
 *
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const self = process.env['npm_execpath'];
  if (self?.endsWith('npm-cli.js')) return run(process.execPath, [self, ...args], options);
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * Runs the command of a package in node_modules.
 *
 * @param {string} script its path below node_modules
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function tool(script, args, options) {
  return run(process.execPath, [`node_modules/${script}`, ...args], options);
}

/**
 * Prints one line for a step: its name while it runs, then its duration in seconds. Shows the whole output of a
 * failed step.
 *
 * @param {string} name
 * @param {() => Promise<Outcome[]>} work
 */
export async function step(name, work) {
  const began = performance.now();
  process.stdout.write(`${name} … `);
  const failed = (await work()).filter(({ status }) => status !== 0);
  process.stdout.write(`${((performance.now() - began) / second).toFixed(1)} s\n`);
  if (failed.length === 0) return;
  throw new Error(`${name}: failed.\n${failed.map(({ output }) => output.trim()).join('\n\n')}`);
}

/**
 * Ends this process by a signal that it can handle when its parent is gone. npm runs a script in a shell and forwards
 * SIGTERM to the shell only: the service would keep running with its port and its database.
 */
export function endWithParent() {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, parentCheckMs);
  timer.unref();
}
