import './node-version.mjs';
import { ensureInstalled } from './install.mjs';
import { root, tool } from './steps.mjs';

/** What a commit is checked by, besides its tests. @type {Record<string, [script: string, ...args: string[]]>} */
export const checks = {
  types: ['typescript/bin/tsc', '--noEmit'],
  lint: ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt/bin/oxfmt', '--check', '.'],
  unused: ['knip/bin/knip.js'],
};

/** Runs one of the checks. @param {string} name @returns {Promise<import('./steps.mjs').Outcome>} */
export function check(name) {
  const [script = '', ...args] = checks[name] ?? [];
  if (!script) throw new Error(`Which check? ${Object.keys(checks).join(', ')}`);
  return tool(script, args);
}

// `npm run check`: all at once; `npm run check -- types lint`: those.
if (import.meta.filename === process.argv[1]) {
  process.chdir(root);
  await ensureInstalled();
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks);
  const outcomes = await Promise.all(names.map(check));
  for (const [at, { status, output }] of outcomes.entries()) {
    console.log(`${names[at]}: ${status === 0 ? 'fine' : `\n${output}`}`);
    if (status !== 0) process.exitCode = 1;
  }
}
