import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The built product in a process of its own. */
export interface RunningService {
  /** The address it listens on: `http://127.0.0.1:…`. */
  readonly address: string;
  /** The link by which the first company is made; empty where there is one. */
  readonly firstLink: string;
  /** Sends a signal and waits for the process to exit. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const startTime = 400_000;

/** Starts `dist/` with these environment variables in addition to the caller's. */
export async function start(
  env: Readonly<Record<string, string>>,
  said = /Tillhouse is at (\S+)\n/,
): Promise<RunningService> {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    ...(await saidBy(child, said)),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** What is said by a service without a company: its address, and the link. */
export const saidWhenEmpty = /Tillhouse is at (\S+)\n[^]*?(\S+\/invitation#b\.\S+)\n/;

function saidBy(child: ChildProcess, said: RegExp): Promise<Pick<RunningService, 'address' | 'firstLink'>> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The service did not start:\n${output}`)), startTime);
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, address, firstLink = ''] = said.exec(output) ?? [];
      if (!address) return;
      clearTimeout(timer);
      resolve({ address, firstLink });
    });
  });
}
