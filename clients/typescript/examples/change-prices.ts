import { createTillhouse, Problem } from '@tillhouse/client';

// Adds 10 cents to the price of every bun, each unless somebody changed it meanwhile.
const { TILLHOUSE = 'http://127.0.0.1:4000', KEY = '' } = process.env;
const tillhouse = createTillhouse({ baseUrl: TILLHOUSE, key: KEY });

let changed = 0;
for await (const product of tillhouse.all('plu', { active: true, q: 'bun' })) {
  // Decimals are text: cents are added to cents, and no digit is lost.
  const cents = Math.round(Number(product.base_price ?? '0') * 100) + 10;
  try {
    await tillhouse.PUT('/api/secure/plu/{id}', {
      params: { path: { id: product.id }, header: { 'If-Match': `"${product.version}"` } },
      body: { base_price: (cents / 100).toFixed(2) },
    });
    changed += 1;
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 412) throw error;
    console.log(`${product.name} was changed by somebody else`);
  }
}
console.log(`${changed} prices changed`);
