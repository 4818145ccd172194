import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../scripts/steps.mjs';
import { must } from './ask.mjs';

/**
 * Starts the built service as a process of its own. `ended` gives its exit code and signal.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export async function serve(env) {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const address = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /Tillhouse is at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The service did not start: ${said}`)));
  });
  must(child.pid !== undefined, () => 'The service has no process');
  return { address: String(address), pid: child.pid, ended };
}
