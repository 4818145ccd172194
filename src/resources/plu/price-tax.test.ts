import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFormula } from '@/app/prices/formula';
import { meSchema } from '@/contract/session';
import { priceHoldsTax } from '@/record/price-tax';
import { changeSets } from '@/testing/change-sets';
import { samplesFor } from '@/testing/samples';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import { plu } from './contract';
import { holdsTax } from './fields/holds-tax';
import { marginOf } from './fields/margin';
import { grossOf } from './fields/price-parts';
import { computed } from './import-fields';
import { priceOfCell } from './prices/compute';
import { fieldOfList, type PriceList } from './prices/columns';

let service: TestService;
let send: Sender;
let group: Sender;

beforeAll(async () => {
  service = await startTestService();
  send = await service.as('helsinki', 'admin');
  group = await service.as('group', 'admin');
});
afterAll(() => service.close());

const companySays = [null, 'included', 'excluded'] as const;
const taxSays = [undefined, true, false] as const;
const listSays = [undefined, true, false] as const;
type CompanySays = (typeof companySays)[number];

/** What holds, written out: not by the function under test. */
function expected(list: boolean | undefined, company: CompanySays, tax: boolean | undefined): boolean {
  if (list === true || list === false) return list;
  if (company === 'included') return true;
  if (company === 'excluded') return false;
  return tax !== false;
}

// Amounts in thousandths of a cent, rates in tenths of a percent, so that everything is an integer.
const rate = '25.5';
const price = '11.00';
const cost = 9.2;
/** Rounds a quotient half away from zero; both are positive. */
const divided = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);
const decimals = (value: bigint, places: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};
/** The margin in percent: 1 − 9.20 × (1 or 1.255) / 11.00. */
const exactMargin = (holds: boolean): string => {
  // In tenths of a percent: cost × factor × 1000 / price, with the cost in cents and the factor in thousandths.
  const used = divided(920n * (holds ? 1255n : 1000n), 1100n);
  return decimals(1000n - used, 1);
};
const isBelow = (holds: boolean): boolean => 920n * (holds ? 1255n : 1000n) > 1100n * 1000n;

const sets = () => changeSets(send);
const put = async (sender: Sender, company: 'group' | 'helsinki', price_tax: CompanySays) => {
  const { companyId } = service.companies[company];
  const answer = await sender('PUT', `/api/secure/company/${companyId}`, { json: { data: { price_tax } } });
  expect(answer.status).toBe(200);
};
const meOf = async (sender: Sender) => meSchema.parse((await sender('GET', '/api/secure/me')).json);

it('a price holds tax as its list says, else its company, else the tax, and else it does', () => {
  for (const list of listSays)
    for (const company of companySays)
      for (const tax of taxSays)
        expect(priceHoldsTax({ list, company: company === null ? null : company === 'included', tax })).toBe(
          expected(list, company, tax),
        );
});

describe.each(companySays)('a company that says %s of its prices', (company) => {
  it('has margins, filters, warnings, formulas and files that count tax so, by tax and by list', async () => {
    await put(send, 'helsinki', company);
    const me = await meOf(send);
    expect(me.company.price_tax).toBe(company);
    const made = await Promise.all(
      taxSays.map(async (included) => {
        const json = { name: `Tax ${company} ${included}`, rate, data: { included } };
        const tax = (await group('POST', '/api/secure/tax', { json })).entity;
        return { included, tax };
      }),
    );
    const lists = await Promise.all(
      listSays.map(async (tax_included) => {
        const json = { name: `List ${company} ${tax_included}`, currency: 'EUR', data: { tax_included } };
        return { tax_included, list: (await send('POST', '/api/secure/pricelist', { json })).entity };
      }),
    );
    const body = await samplesFor(send).minimal(plu);
    for (const { included, tax } of made) {
      const prices = Object.fromEntries(lists.map(({ list }) => [list.id, { type: 'price', amount: price }]));
      const json = {
        ...body,
        name: `Product ${company} ${included}`,
        tax_id: tax.id,
        base_price: price,
        data: { cost_price: cost, prices },
      };
      const product = (await send('POST', '/api/secure/plu', { json })).entity;
      const holds = expected(undefined, company, included);

      // The margin as the screens compute it, and as the list is taken out.
      const said = holdsTax(me, { owner: product['company_id'], tax: { data: Object(tax['data']) } });
      expect(said).toBe(holds);
      const percent = exactMargin(holds);
      expect(marginOf({ price, cost, rate, taxIncluded: said })?.percent).toBe(percent);
      const row = Object.assign({}, product) as never;
      const columns = await computed(async () => [tax], me);
      expect(columns['margin']?.(row)).toBe(percent);
      // What a customer pays.
      const gross = decimals(holds ? 1100n : divided(1100n * 1255n, 1000n), 2);
      expect(holds ? price : grossOf({ price, rate, taxIncluded: said })).toBe(gross);

      // The service: filters and the order by margin.
      const find = async (filter: string) =>
        (await send('GET', `/api/secure/plu?tax_id=${tax.id}&${filter}`)).entities.map(({ id }) => id);
      expect(await find('below_cost=true')).toEqual(isBelow(holds) ? [product.id] : []);
      expect(await find(`below_cost=true&as_of=${new Date(Date.now() + 5).toISOString()}`)).toEqual(
        isBelow(holds) ? [product.id] : [],
      );
      expect(await find('sort=margin')).toEqual([product.id]);

      // A change set warns of the base price and of each list by itself. 9.19 is below the cost whatever tax is.
      for (const [pointer, list, isSaid] of [
        ['/base_price', null, isBelow(holds)],
        ...lists.map(
          ({ tax_included, list: one }) =>
            [`list ${tax_included}`, one.id, isBelow(expected(tax_included, company, included))] as const,
        ),
      ] as const) {
        // From a price at which nothing is lost to the one under test.
        const changed = (
          await send('POST', '/api/secure/plu', {
            json: {
              ...json,
              name: `${json.name} ${pointer}`,
              base_price: '99',
              data: {
                cost_price: cost,
                prices: list === null ? {} : { [list]: { type: 'price', amount: '99' } },
              },
            },
          })
        ).entity;
        const patch =
          list === null ? { base_price: price } : { data: { prices: { [list]: { amount: price } } } };
        const set = await sets().draft([{ resource: 'plu', record_id: changed.id, patch }]);
        await sets().move(set, 'preview');
        const [item] = await sets().items(set);
        expect([pointer, item?.warnings.includes('below_cost')]).toEqual([pointer, isSaid]);
        await send('PUT', `/api/secure/plu/${changed.id}`, { json: { active: false } });
      }

      // Formulas: a margin of 30 %, and a price taken from the base price or another list.
      const around = {
        lists: new Map(lists.map(({ list }) => [list.id.toLowerCase(), list as unknown as PriceList])),
        taxes: new Map([[tax.id.toLowerCase(), { rate, included }]]),
        currency: 'EUR',
        placesOf: () => 2,
        companySays: () => (company === null ? null : company === 'included'),
      };
      const fill = (field: string, text: string) => {
        const names = lists.map(({ list }) => ({ id: list.id, name: list.name }));
        const { formula, problem } = readFormula(text, { separator: '.', lists: names });
        if (!formula) throw new Error(problem.rule);
        const cell = priceOfCell(
          field,
          { stored: row, would: row },
          { formula, floor: null, ending: null },
          around,
        );
        return cell.kind === 'none' ? cell.why : cell.steps.price;
      };
      const places = [
        { field: 'base_price', holds },
        ...lists.map(({ tax_included, list }) => ({
          field: fieldOfList(list.id),
          holds: expected(tax_included, company, included),
        })),
      ];
      const converted = (from: boolean, to: boolean): string =>
        from === to ? price : decimals(to ? divided(1100n * 1255n, 1000n) : divided(1100n * 1000n, 1255n), 2);
      for (const { field, holds: there } of places) {
        expect(fill(field, 'cost / (1 - 30 %)')).toBe(
          decimals(divided(920n * (there ? 1255n : 1000n) * 100n, 1000n * 70n), 2),
        );
        expect(fill(field, 'base + 0 %')).toBe(converted(holds, there));
        for (const { tax_included, list } of lists)
          expect(fill(field, `list "${list.name}" + 0 %`)).toBe(
            converted(expected(tax_included, company, included), there),
          );
      }
    }
  });
});

it('the product of a parent counts tax as the parent says, and a company that says nothing as the one above it', async () => {
  const body = await samplesFor(group).minimal(plu);
  const tax = (
    await group('POST', '/api/secure/tax', { json: { name: 'Of the group', rate, data: { included: true } } })
  ).entity;
  const json = { ...body, tax_id: tax.id, base_price: price, data: { cost_price: cost } };
  const theirs = (await group('POST', '/api/secure/plu', { json })).entity;
  const ours = (await send('POST', '/api/secure/plu', { json })).entity;
  const below = async () =>
    (await send('GET', `/api/secure/plu?tax_id=${tax.id}&below_cost=true`)).entities.map(({ id }) => id);
  const said = async () => {
    const me = await meOf(send);
    return [ours, theirs].map((product) =>
      holdsTax(me, { owner: product['company_id'], tax: { data: { included: true } } }),
    );
  };
  for (const [own, above, expectedSaid] of [
    [null, null, [true, true]],
    [null, 'excluded', [false, false]],
    ['included', 'excluded', [true, false]],
    ['excluded', null, [false, true]],
  ] as const) {
    await put(send, 'helsinki', own);
    await put(group, 'group', above);
    expect(await said()).toEqual(expectedSaid);
    const wanted = [theirs, ours].filter((_, at) => expectedSaid[1 - at]).map(({ id }) => id);
    expect((await below()).toSorted()).toEqual(wanted.toSorted());
  }
  await put(group, 'group', null);
});

it('the lowest price of a company without tax is compared with the lists that are without tax', async () => {
  await put(send, 'helsinki', 'excluded');
  const body = await samplesFor(send).minimal(plu);
  const list = async (name: string, data: object) =>
    (
      await send('POST', '/api/secure/pricelist', {
        json: { name, type: 'campaign', currency: 'EUR', data },
      })
    ).entity.id;
  const prices = {
    [await list('Gross', { tax_included: true })]: { type: 'price', amount: '1.00' },
    [await list('As ours', {})]: { type: 'price', amount: '3.00' },
    [await list('Net', { tax_included: false })]: { type: 'price', amount: '4.00' },
  };
  const json = { ...body, base_price: '5.00', data: { prices } };
  const { id } = (await send('POST', '/api/secure/plu', { json })).entity;
  await send('PUT', `/api/secure/plu/${id}`, { json: { base_price: '2.00' } });
  const answer = Object((await send('GET', `/api/secure/plu/${id}/lowest-price`)).json);
  expect(answer.lowest.amount).toBe('3.00');
  await put(send, 'helsinki', null);
});

it('what is neither word is refused by name', async () => {
  const { companyId } = service.companies.helsinki;
  const answer = await send('PUT', `/api/secure/company/${companyId}`, {
    json: { data: { price_tax: true } },
  });
  expect([answer.status, answer.pointers]).toEqual([422, ['/data/price_tax']]);
});
