import { spawn } from 'node:child_process';

/** An operating-system user by number. `undefined` in its place means: whoever this process is. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/** How a program ended: its exit status (`null` when it could not start or died by a signal) and what it printed. */
export interface Outcome {
  status: number | null;
  output: string;
}

const exitToCloseMs = 200;

/**
 * Runs one of PostgreSQL's programs, or a tool of the system, and waits for its end. Never rejects: a program
 * that cannot be started has the status `null` and the reason as its output.
 *
 * The caller's `PG*` variables are withheld, since they would point the programs at another server, and the
 * locale is fixed, so that messages are in one language. `input` is what the program reads.
 */
export function run(
  program: string,
  args: string[],
  account: Account | undefined,
  cwd = '/',
  input?: string,
): Promise<Outcome> {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('PG')),
  );
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...environment, LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    const chunks: Buffer[] = [];
    // A program that ends before it has read its input says why by its status.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finish = (status: number | null) =>
      resolve({ status, output: Buffer.concat(chunks).toString().trim() });
    child.once('error', (error) => resolve({ status: null, output: error.message }));
    child.once('close', finish);
    // On Windows the server inherits the pipes of the program that starts it: `close` would wait for the server.
    child.once('exit', (status) => setTimeout(finish, exitToCloseMs, status).unref());
  });
}

/** Waits `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Whether an error carries this code (`ENOENT`, `57P03`). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
