import { unknownKey } from '../bodies';
import { onEach, type Check } from '../check';
import { must, NotShown } from '../outcome';
import { at, difference, isNumber, number, type Json } from '../json';

const decimals = ['4.50', '0.05', '1200.00', '12345678901234567.89'];
const numbers = ['0.1', '4.50', '1234567890123456789.123456789', '9223372036854775808'];

/** docs/interface.md#22-product-plu: values are returned as they were sent, to the last digit. */
export const valueChecks: readonly Check[] = [
  {
    id: 'base-price-as-sent',
    section: '2.2',
    sentence: 'A `base_price` is carried as text: it comes back as it was sent, after POST and PUT',
    needs: 'writing',
    run: async (world) => {
      const { id, sent } = await world.create('plu');
      const mustBe = async (expected: unknown) => {
        const { base_price: seen } = await world.first.mustGet('plu', id);
        must(seen === expected, `base_price: ${JSON.stringify(expected)}`, seen);
      };
      await mustBe(sent['base_price']);
      for (const price of decimals) {
        await world.first.put('plu', id, { base_price: price });
        await mustBe(price);
      }
      return decimals.join(', ');
    },
  },
  {
    id: 'data-numbers-equal',
    section: '2.2',
    sentence: 'Numbers of `data` come back numerically equal, with all their digits',
    isNote: true,
    needs: 'writing',
    run: async (world) => {
      for (const digits of numbers) {
        const expected = { cost_price: number(digits), deep: [number(digits)] };
        const body = await world.body('plu');
        const { id } = await world.create('plu', {
          data: { ...dataOf(body), cost_price: number(digits), [unknownKey]: expected },
        });
        const mustHold = async (when: string) => {
          const { data } = await world.first.mustGet('plu', id);
          must(isNumber(at(data, 'cost_price')), 'cost_price: a number', at(data, 'cost_price'));
          const found =
            difference(number(digits), at(data, 'cost_price'), '/data/cost_price') ??
            difference(expected, at(data, unknownKey), `/data/${unknownKey}`);
          must(found === null, `${digits} as it was sent, after ${when}`, found);
        };
        await mustHold('POST');
        await world.first.put('plu', id, { memo: 'another field' });
        await mustHold('PUT of another field');
      }
      return numbers.join(', ');
    },
  },
  {
    id: 'price-amount',
    section: '2.2',
    sentence: 'The `amount` of a price is a number or decimal text, and stays what it is',
    needs: 'writing',
    run: async (world) => {
      const [list] = (await world.references()).pricelist;
      if (!list) throw new NotShown('no price list is known');
      const body = await world.body('plu');
      for (const amount of [number('3.75'), '3.50']) {
        const price = { type: 'price', amount };
        const { id } = await world.create('plu', { data: { ...dataOf(body), prices: { [list]: price } } });
        const seen = at(await world.first.mustGet('plu', id), 'data', 'prices', list, 'amount');
        must(
          isNumber(seen) === isNumber(amount) && difference(amount, seen) === null,
          `an amount of ${String(amount)}, a ${isNumber(amount) ? 'number' : 'string'}`,
          seen,
        );
      }
      return 'a number and text';
    },
  },
  {
    id: 'create-fields-kept',
    section: '4.4',
    sentence:
      'A record is created with the fields that were sent: `active`, `name`, `data`, its own, its GUIDs',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id, sent } = await world.create(name, { active: true });
        const missingPlace = missing(sent, await world.first.mustGet(name, id));
        must(missingPlace === null, 'what was sent', missingPlace);
      }),
  },
  {
    id: 'unknown-keys-kept',
    section: '2.1',
    sentence: 'Keys of `data` that a server does not know are kept, at every depth',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id, sent } = await world.create(name);
        const expected = at(sent, 'data', unknownKey);
        if (expected === undefined) throw new NotShown('unknown keys are refused');
        const mustHold = async (when: string) => {
          const seen = at(await world.first.mustGet(name, id), 'data', unknownKey);
          const changedPlace = difference(expected, seen, `/data/${unknownKey}`);
          must(changedPlace === null, `what was sent, after ${when}`, changedPlace);
        };
        await mustHold('POST');
        await world.first.put(name, id, { name: `${world.nextName()} changed` });
        await mustHold('PUT of the name');
      }),
  },
];

const dataOf = (body: Json): Json => {
  const data = at(body, 'data');
  return typeof data === 'object' && data !== null ? { ...data } : {};
};

/** Returns where a record lacks or changed what was sent, or null: only the fields that were sent are compared. */
export function missing(sent: Json, seen: Json): string | null {
  for (const [key, value] of Object.entries(sent)) {
    if (key === 'data') {
      const inner = missing(dataOf(sent), dataOf(seen));
      if (inner) return `/data${inner}`;
    } else {
      const changedPlace = difference(value, seen[key], `/${key}`);
      if (changedPlace) return changedPlace;
    }
  }
  return null;
}
