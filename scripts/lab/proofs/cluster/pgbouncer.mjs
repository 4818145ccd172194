import path from 'node:path';
import { fillDeployed, startProgram, write } from './programs.mjs';

/**
 * Starts PgBouncer with `deploy/pgbouncer/pgbouncer.ini` before the PostgreSQL of a URL.
 *
 * @param {{ folder: string, url: string, port: number, mode: 'transaction' | 'session' | 'statement' }} parts
 */
export async function startBouncer({ folder, url, port, mode }) {
  const { hostname, port: serverPort, username, password, pathname } = new URL(url);
  const users = path.join(folder, `users-${mode}.txt`);
  const file = path.join(folder, `pgbouncer-${mode}.ini`);
  await write(users, `"${username}" "${password}"\n`);
  await fillDeployed('pgbouncer/pgbouncer.ini', file, {
    DATABASE: pathname.slice(1),
    PGHOST: hostname,
    PGPORT: serverPort,
    LISTEN_ADDRESS: '127.0.0.1',
    LISTEN_PORT: port,
    AUTH_FILE: users,
    POOL_MODE: mode,
    LOG_FILE: path.join(folder, `pgbouncer-${mode}.log`),
    PID_FILE: path.join(folder, `pgbouncer-${mode}.pid`),
  });
  const program = await startProgram('pgbouncer', [file], folder, `pgbouncer-${mode}.out`);
  const at = new URL(url);
  at.port = String(port);
  return { url: at.href, stop: () => program.stop('SIGINT') };
}
