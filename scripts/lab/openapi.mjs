import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../steps.mjs';
import { startService } from './service.mjs';

// The OpenAPI document of the running service against the rules of Spectral (`spectral:oas`) and Redocly (`recommended`), whose packages
// are installed aside: neither they nor their dependencies belong to the product.
const packages = { '@redocly/cli': '2.77.0', '@stoplight/spectral-cli': '6.16.3' };
const folder = path.join(root, 'node_modules/.cache/openapi');

/** @param {string} command @param {string[]} parameters */
const run = (command, parameters) =>
  spawnSync(command, parameters, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      SCARF_ANALYTICS: 'false',
    },
  });

await mkdir(folder, { recursive: true });
const service = await startService({});
try {
  const document = await (await fetch(`${service.url}/api/openapi.json`)).text();
  await writeFile(path.join(folder, 'openapi.json'), document);
} finally {
  await service.stop();
}
await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
await writeFile(path.join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
const installed = run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...names]);
if (installed.status !== 0) throw new Error(installed.stderr.slice(-400));
/** Returns what a linter finds. @param {string} file @param {string[]} parameters @param {(found: any) => any[]} read */
function findings(file, parameters, read) {
  const { stdout, stderr } = run(process.execPath, [
    path.join(folder, 'node_modules', file),
    'lint',
    'openapi.json',
    ...parameters,
  ]);
  try {
    return read(JSON.parse(stdout));
  } catch {
    throw new Error(`${file}: ${stdout.slice(0, 400)}${stderr.slice(0, 400)}`);
  }
}

const found = {
  Spectral: findings(
    '@stoplight/spectral-cli/dist/index.js',
    ['--ruleset', 'spectral.yaml', '--format', 'json', '--quiet'],
    (all) => all.map((/** @type {any} */ one) => `${one.code} ${one.path.join('/')}: ${one.message}`),
  ),
  Redocly: findings(
    '@redocly/cli/bin/cli.js',
    ['--format', 'json', '--max-problems', '1000'],
    ({ problems }) =>
      problems.map((/** @type {any} */ one) => `${one.ruleId} ${one.location[0]?.pointer}: ${one.message}`),
  ),
};
for (const [name, problems] of Object.entries(found)) {
  console.log([`${name}: ${problems.length} errors and warnings`, ...problems].join('\n'));
  if (problems.length > 0) process.exitCode = 1;
}
