import './node-version.mjs';
import { execFileSync } from 'node:child_process';
import { register } from 'node:module';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './steps.mjs';

// Makes the types of the client, and what of it may be sent again, from the OpenAPI document of this code, and builds it (clients/typescript), and the one for assistants that uses it (clients/mcp).
process.chdir(root);
await ensureInstalled();
const folder = path.join(root, 'clients/typescript');

const { createServer } = await import('vite');
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
let document, parametersOf;
try {
  ({ document, parametersOf } = await vite.ssrLoadModule('/src/testing/declared.ts'));
} finally {
  await vite.close();
}
// openapi-typescript needs TypeScript 5, which is installed beside 7 under another name.
register(
  `data:text/javascript,${encodeURIComponent(
    "export const resolve = (name, context, next) => next(name === 'typescript' ? 'ts5' : name, context);",
  )}`,
);
const { default: openapiTS, astToString } = await import('openapi-typescript');
await writeFile(path.join(folder, 'src/schema.ts'), astToString(await openapiTS(document)));
const withKey = Object.entries(document.paths).flatMap(([address, item]) =>
  Object.entries(item)
    .filter(
      ([method, operation]) =>
        /^(?:post|put)$/.test(method) &&
        parametersOf(operation).some(
          (/** @type {{ name: string }} */ { name }) => name === 'Idempotency-Key',
        ),
    )
    .map(([method]) => `${method.toUpperCase()} ${address}`),
);
await writeFile(
  path.join(folder, 'src/repeatable.ts'),
  `/** The writes that the service takes an \`Idempotency-Key\` of. */\nexport const repeatable: ReadonlySet<string> = new Set(${JSON.stringify(withKey, null, 2)});\n`,
);
const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
// Within the repository the one finds the other as an installed package.
await rm(path.join(root, 'clients/node_modules'), { recursive: true, force: true });
await mkdir(path.join(root, 'clients/node_modules/@tillhouse'), { recursive: true });
await symlink(folder, path.join(root, 'clients/node_modules/@tillhouse/client'), 'junction');
for (const one of ['typescript', 'mcp']) {
  const built = path.join(root, 'clients', one);
  await rm(path.join(built, 'dist'), { recursive: true, force: true });
  execFileSync(process.execPath, [compiler, '-p', built], { stdio: 'inherit' });
}
