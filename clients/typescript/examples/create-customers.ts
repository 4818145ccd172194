import { createTillhouse, Problem } from '@tillhouse/client';

// Creates customers; what is wrong with one is said at its field, and nothing of the request is stored.
const { TILLHOUSE = 'http://127.0.0.1:4000', KEY = '' } = process.env;
const tillhouse = createTillhouse({ baseUrl: TILLHOUSE, key: KEY });

const customers = [
  { name: 'Aino Virtanen', data: { email: 'aino@example.org' } },
  { name: 'Eero Niemi', data: { email: 'eero@example.org' } },
];
const { data } = await tillhouse.POST('/api/secure/customer', { body: customers });
console.log(`${Array.isArray(data) ? data.length : 1} customers created`);

try {
  await tillhouse.POST('/api/secure/customer', { body: [...customers, { name: ' ' }] });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  for (const { pointer, detail } of error.errors) console.log(`${error.status} ${pointer}: ${detail}`);
}
