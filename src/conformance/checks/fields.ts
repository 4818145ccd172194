import type { Check } from '../check';
import { must, NotShown } from '../outcome';
import { at, isArray, isGuid, isInteger, isNumber, isObject, show } from '../json';

type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === 'string';
const flag: Test = (value) => typeof value === 'boolean';
const decimalText: Test = (value) => typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
const day: Test = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
const utcTime: Test = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:?00)$/.test(value);
const either =
  (...tests: readonly Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));
const nothing: Test = (value) => value === null || value === undefined;

/** Returns a test for an object: each known key that is present has its type; null means no value. */
const shaped =
  (shape: Readonly<Record<string, Test>>): Test =>
  (value) =>
    isObject(value) && Object.entries(shape).every(([key, test]) => either(nothing, test)(value[key]));
const arrayOf =
  (test: Test): Test =>
  (value) =>
    isArray(value) && value.every(test);

const supply = shaped({
  ean: text,
  sku: text,
  active: flag,
  supplier: isGuid,
  batch_name: text,
  batch_size: isNumber,
  batch_value: isNumber,
});
const stockUnit = shaped({
  name: text,
  value: isNumber,
  multiplier: isNumber,
  balance_unit: flag,
  wastage_unit: flag,
  inventory_unit: flag,
});
const price = shaped({ type: text, amount: either(isNumber, decimalText) });
const prices: Test = (value) =>
  isObject(value) && Object.entries(value).every(([key, one]) => isGuid(key) && either(nothing, price)(one));
const flags: Test = (value) => isObject(value) && Object.values(value).every(either(nothing, flag));

const product: readonly (readonly [string, string, Test])[] = [
  ['dpt_id', 'a GUID, of a department', isGuid],
  ['tax_id', 'a GUID, of a tax rate', isGuid],
  ['image_id', 'a GUID or null', either(isGuid, nothing)],
  ['type', 'an integer', isInteger],
  ['productid', 'a string', text],
  ['name', 'a string', text],
  ['receipt_name', 'a string', text],
  ['base_price', 'a decimal number carried as text', decimalText],
  ['memo', 'a string', text],
];

const productData: readonly (readonly [string, string, Test])[] = [
  ['tags', 'an array', isArray],
  ['flags', 'an object of booleans', flags],
  [
    'prices',
    'an object keyed by GUIDs of price lists, with `type` text and `amount` a number or decimal text',
    prices,
  ],
  ['supply', 'an array of objects, whose known keys have their types', arrayOf(supply)],
  ['barcodes', 'an array', isArray],
  ['pricetag', 'an object, with `line1` a string', shaped({ line1: text })],
  ['stk_type', 'a string', text],
  ['allergies', 'an array', isArray],
  ['unit_type', 'a string', text],
  ['cost_price', 'a number', isNumber],
  ['sales_unit', 'a number', isNumber],
  ['modified_at', 'a string, ISO 8601 in UTC', utcTime],
  ['stock_units', 'an array of objects, whose known keys have their types', arrayOf(stockUnit)],
  ['refprice_size', 'a number', isNumber],
  ['refprice_type', 'a string', text],
  ['stock_qty_warning', 'a number', isNumber],
  ['menu_items', 'an array', isArray],
];

/** docs/interface.md#22-product-plu and 2.3, field by field. */
export const fieldChecks: readonly Check[] = [
  ...product.map(([key, words, test]) => fieldCheck('plu', '2.2', [key], words, test)),
  ...productData.map(([key, words, test]) => fieldCheck('plu', '2.2', ['data', key], words, test)),
  fieldCheck('plu', '2.2', ['sales_history'], 'an object with the array `month_sales`', (value) =>
    isArray(at(value, 'month_sales')),
  ),
  ...(
    [
      ['date', 'a string, YYYY-MM-DD', day],
      ['qty', 'a decimal number carried as text', decimalText],
      ['total', 'a decimal number carried as text', decimalText],
    ] as const
  ).map(([key, words, test]) => monthCheck(key, words, test)),
  fieldCheck('customer', '2.3', ['customer_num'], 'an integer', isInteger, true),
  fieldCheck('customer', '2.3', ['name'], 'a string', text),
  fieldCheck('customer', '2.3', ['data', 'email'], 'a string', text),
  fieldCheck('customer', '2.3', ['data', 'phone'], 'a string', text),
];

/** Defines a check that every record with the field has a value of its type; null inside `data` means no value. */
function fieldCheck(
  name: string,
  section: string,
  path: readonly string[],
  words: string,
  test: Test,
  mayBeNull = path.length > 1,
): Check {
  return {
    id: `${name}.${path.join('.')}`,
    section,
    sentence: `\`${path.join('.')}\` of a ${name === 'plu' ? 'product' : name} is ${words}`,
    run: async (world) => {
      if (name === 'customer' && !world.readOnly) await world.create('customer').catch(() => null);
      const values = (await everyRecord(world, name))
        .map((record) => at(record, ...path))
        .filter((value) => value !== undefined && !(mayBeNull && value === null));
      if (values.length === 0) throw new NotShown(`no ${name} here has ${path.join('.')}`);
      const wrong = values.find((value) => !test(value));
      must(values.every(test), words, show(wrong));
      return `${values.length} records`;
    },
  };
}

async function everyRecord(world: Parameters<Check['run']>[0], name: string) {
  return name === 'customer' && !world.readOnly
    ? (await world.first.page('customer')).records
    : world.records(name);
}

function monthCheck(key: string, words: string, test: Test): Check {
  return {
    id: `plu.month_sales.${key}`,
    section: '2.2',
    sentence: `\`${key}\` of a month in \`sales_history.month_sales\` is ${words}`,
    on: ['sales'],
    run: async (world) => {
      const months = (await world.records('plu')).flatMap((record) => {
        const list = at(record, 'sales_history', 'month_sales');
        return isArray(list) ? list : [];
      });
      if (months.length === 0) throw new NotShown('no product here has sales');
      must(
        months.every((month) => test(at(month, key))),
        words,
        months.map((month) => at(month, key)).find((value) => !test(value)),
      );
      return `${months.length} months`;
    },
  };
}
