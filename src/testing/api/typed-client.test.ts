import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { document } from '../declared';

const run = promisify(execFile);
const root = process.cwd();

/** openapi-typescript needs TypeScript 5, which is installed beside 7 under another name. */
const generate = `
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(
    "export const resolve = (name, context, next) => next(name === 'typescript' ? 'ts5' : name, context);"));
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  process.stdout.write(astToString(await openapiTS(JSON.parse(text))));
`;

const program = `
import createClient from 'openapi-fetch';
import type { paths } from './service';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4000' });
const { data } = await client.GET('/api/secure/plu', { params: { query: { pageSize: 10 } } });
const products = Array.isArray(data) ? data : (data?.data ?? []);
for (const product of products) {
  const name: string = product.name;
  const months = product.sales_history?.month_sales ?? [];
  const sold: string[] = months.map((month) => month.qty + month.total + month.date);
  for (const price of Object.values(product.data.prices ?? {})) {
    const amount: string | number | null | undefined = price?.amount;
    console.log(name, sold, amount);
  }
}
`;

const config = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  },
  files: ['client.ts'],
};

it('a strict client made from the document reads products, prices and month sales without a cast', async () => {
  // Within the repository, so that its packages are found.
  const folder = await mkdtemp(path.join(root, 'node_modules', '.typed-client-'));
  try {
    const made = run(process.execPath, ['--input-type=module', '--no-warnings', '-e', generate], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    });
    made.child.stdin?.end(JSON.stringify(document));
    await writeFile(path.join(folder, 'service.ts'), (await made).stdout);
    await writeFile(path.join(folder, 'client.ts'), program);
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const compiled = await run(process.execPath, [compiler, '-p', folder]).catch((error: unknown) => error);
    expect(compiled).toMatchObject({ stdout: '' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
