import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pagePaths } from '@/contract/page-paths';
import type { Sender } from '@/testing/service';

/** Pages that do something and show nothing, and the one-time link, which is opened signed out. */
export const otherPaths = ['sign-out', 'switch', 'invitation'];

/**
 * The addresses of every page, by their first segment, from what the screens declare: a screen that is added later is
 * walked as well. `:id` is a record of the resource.
 */
export const addresses = new Map<string, { resource: string | null; paths: string[] }>(
  pagePaths
    .filter((name) => !otherPaths.includes(name))
    .map((name) => [name, { resource: null, paths: [`/${name}`] }]),
);
for (const resource of readdirSync('src/resources')) {
  const file = ['tsx', 'ts']
    .map((ending) => `src/resources/${resource}/screen.${ending}`)
    .find((name) => existsSync(name));
  if (file === undefined) continue;
  const text = readFileSync(file, 'utf8');
  const declared = [...text.matchAll(/path: '([^']+)'/g)].map((match) => match[1] ?? '');
  const [list = ''] = declared;
  const form = /^ {2}form: /m.test(text) ? [`${list}/new`, `${list}/:id`] : [];
  addresses.set(list.slice(1), { resource, paths: [...new Set([...declared, ...form])] });
}

/** Records that the demo does not have: nobody is sent mail by it. */
const made: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  reportmail: {
    name: 'To the bookkeeper',
    frequency: 'monthly',
    data: { recipients: ['books@example.org'] },
  },
  role: {
    name: 'Shift leader',
    counts_as: 'manager',
    data: { rights: ['plu.read'], hidden: ['cost'] },
  },
  webhook: {
    name: 'Webshop',
    data: { url: 'http://127.0.0.1:9/api/till', kinds: ['plu.changed'] },
  },
  identityprovider: {
    name: 'Microsoft Entra',
    data: { issuer: 'https://login.example/v2.0', client_id: 'tillhouse' },
  },
};

/** Returns the address of a page with a record that there is in the place of `:id`; one is made where the demo has none. */
export async function addressOf(path: string, resource: string | null, api: Sender): Promise<string> {
  if (!path.includes(':id')) return path;
  const list = await api('GET', `/api/secure/${resource}?limit=1&sort=-modified_at`);
  const found: { data: { id: string }[] } = JSON.parse(list.text);
  const [record] = found.data;
  if (record) return path.replace(':id', record.id);
  const json = made[resource ?? ''];
  if (!json) throw new Error(`The demo has no ${resource}`);
  return path.replace(':id', (await api('POST', `/api/secure/${resource}`, { json })).entity.id);
}
