import { spawn } from 'node:child_process';

/** An operating-system user by its ids. `undefined` instead means the user of this process. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/** The result of a program: its exit status (`null` if it could not start or was killed by a signal) and its output. */
export interface Outcome {
  status: number | null;
  output: string;
}

const exitToCloseMs = 200;

/**
 * Runs one of PostgreSQL's programs, or a system tool, and waits for its end. Never rejects: a program that cannot be
 * started has the status `null` and the reason as its output.
 *
 * The caller's `PG*` variables are removed, because they would point the programs at another server, and the locale
 * is fixed, so that messages are in one language. `input` is the program's standard input.
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
    // A program that ends before it has read its input reports the reason by its status.
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

/** Returns whether an error has one of these codes (`ENOENT`, `57P03`). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
