import { createTillhouse } from '@tillhouse/client';

// Prints what each product costs, where price lists have it for less, and in how many months it was sold.
const { TILLHOUSE = 'http://127.0.0.1:4000', KEY = '' } = process.env;
const tillhouse = createTillhouse({ baseUrl: TILLHOUSE, key: KEY });

for await (const product of tillhouse.all('plu', { active: true })) {
  const months = product.sales_history?.month_sales ?? [];
  const amounts = Object.values(product.data.prices ?? {}).map((price) => price?.amount ?? '–');
  console.log([product.name, product.base_price ?? '–', ...amounts, `${months.length} months`].join(' | '));
}
