import { isCafé, taxOf } from './catalogue';
import { centsText, roundShopPrice, rateTenths } from './money';
import { between, chance, choice } from './seed';
import type { DemoRecord } from './shape';
import { allergensOf, barcodesOf, receiptName, sizeOf, stockUnitsOf, tagLineOf, tagsOf } from './traits';
import { cinnamonBun } from './cinnamon-bun';
import { departments, priceLists, suppliers as supplierWords, type Article } from './words';
import memos from './words/memos.json';

/** Returns the GUID of a record by its resource and its key in the vocabulary. */
export type GuidOf = (resource: 'tax' | 'dpt' | 'pricelist' | 'supplier', key: string) => string;

/** Returns an article as a body of the resource `plu` (docs/interface.md#22-product-plu). */
export function product(article: Article, id: string, guidOf: GuidOf): DemoRecord {
  const { code, name, dpt, unit } = article;
  const size = sizeOf(article);
  const isPrepared = unit === 'cup' || unit === 'portion';
  const printer = departments.find((one) => one.key === dpt)?.printer;
  const record: DemoRecord = {
    id,
    active: article.active ?? true,
    name,
    productid: code,
    receipt_name: receiptName(name),
    type: 0,
    base_price: centsText(article.price),
    dpt_id: guidOf('dpt', dpt),
    tax_id: guidOf('tax', taxOf(article)),
    image_id: null,
    memo:
      article.memo ??
      (chance(`memo ${code}`, 7)
        ? choice(`memo ${code}`, memos[isPrepared || isCafé(dpt) ? 'café' : 'shelf'])
        : ''),
    data: {
      tags: tagsOf(article),
      flags: {
        kitchenprinter: printer !== undefined,
        ask_takeaway: isCafé(dpt) && dpt !== 'catering',
        discount_allowed: article.tax !== '0' && !isAlcohol(article),
        open_price: dpt === 'catering' && chance(`open ${code}`, 20),
        weighed: unit === 'kg',
        hidden: chance(`hidden ${code}`, 2),
      },
      prices: pricesOf(article, guidOf),
      supply: isPrepared || article.tax === '0' ? [] : supplyOf(article, guidOf),
      barcodes: barcodesOf(article),
      pricetag: { line1: tagLineOf(article) },
      stk_type: article.tax === '0' ? 'not_counted' : isPrepared ? 'recipe' : 'counted',
      allergies: allergensOf(article),
      unit_type:
        unit === 'kg'
          ? 'weight'
          : size?.type === 'volume' && !/household|gifts/.test(dpt)
            ? 'liquid'
            : 'piece',
      cost_price: article.cost / 100,
      sales_unit: 1,
      stock_units: stockUnitsOf(unit),
      ...(size === null ? {} : { refprice_size: size.size, refprice_type: size.type }),
      stock_qty_warning: isPrepared ? 0 : Math.max(2, Math.ceil(article.sold / 15)),
      menu_items: [],
    },
  };
  return code === '2104' ? asPictured(record, guidOf) : record;
}

/** No discount on alcohol: the law forbids advertising one. */
function isAlcohol({ dpt, tax }: Article): boolean {
  return (dpt === 'beer' && tax === undefined) || (dpt === 'drinks' && tax === '25.5');
}

/** Returns the prices of the article on the lists of its own company and, for some bakery goods, of the group. */
function pricesOf(
  article: Article,
  guidOf: GuidOf,
): Record<string, { type: string; amount: number | string }> {
  const lists = priceLists.filter((list) => {
    if (!list.active) return false;
    if (list.key === 'wholesale') return article.of !== 'tampere' && isWholesale(article);
    if (list.of !== article.of) return false;
    return list.type === 'base' && list.per === 100
      ? true
      : article.tax !== '0' &&
          list.for.split(' ').includes(article.dpt) &&
          chance(`${list.key} ${article.code}`, list.share);
  });
  return Object.fromEntries(
    lists.map((list) => {
      const isBase = list.type === 'base' && list.per === 100;
      const cents = isBase ? article.price : reduced(article, list.per);
      // The wire allows both kinds of amounts: a number, and decimal text.
      const amount = chance(`text ${list.key} ${article.code}`, 40) ? centsText(cents) : cents / 100;
      return [guidOf('pricelist', list.key), { type: isBase ? 'baseprice' : 'price', amount }];
    }),
  );
}

function isWholesale({ of, dpt, code, tax }: Article): boolean {
  return tax !== '0' && chance(`wholesale ${code}`, of === 'group' ? 22 : dpt === 'bakery' ? 60 : 0);
}

/** Returns a percentage of the base price, but at least the cost with tax. */
function reduced(article: Article, per: number): number {
  const floor = Math.ceil((article.cost * (1000 + rateTenths(taxOf(article)))) / 1000);
  const cents = roundShopPrice((article.price * per) / 100, isCafé(article.dpt) ? 'café' : 'shelf');
  return Math.min(article.price, Math.max(cents, Math.ceil(floor / 5) * 5));
}

function supplyOf(article: Article, guidOf: GuidOf): Record<string, unknown>[] {
  const near = supplierWords.filter(
    (one) => (one.of === article.of || one.of === 'group') && one.for.split(' ').includes(article.dpt),
  );
  if (near.length === 0) return [];
  const [kind = 'piece', count] = article.unit.split(' of ');
  const size = count === undefined ? (kind === 'kg' ? 5 : 12) : Number(count);
  const first = hashIndex(article.code, near.length);
  const two = near.length > 1 && chance(`second ${article.code}`, 16);
  return [first, ...(two ? [(first + 1) % near.length] : [])].flatMap((at, line) => {
    const supplier = near[at];
    if (supplier === undefined) return [];
    const each = line === 0 ? article.cost : article.cost + between(`each ${article.code}`, 1, 9);
    return [
      {
        supplier: guidOf('supplier', supplier.name),
        sku: `${supplier.name.charAt(0)}${supplier.name.charAt(3).toUpperCase()}-${article.code}${line === 0 ? '' : 'B'}`,
        ean: barcodesOf(article).at(-1) ?? '',
        batch_name:
          count === undefined
            ? kind === 'kg'
              ? 'Crate'
              : 'Delivery'
            : kind.charAt(0).toUpperCase() + kind.slice(1),
        batch_size: size,
        batch_value: (each * size) / 100,
        active: line === 0,
      },
    ];
  });
}

const hashIndex = (code: string, length: number) => between(`supplier ${code}`, 0, length - 1);

/** Returns the product of the pictures, with everything that its page shows. */
function asPictured(record: DemoRecord, guidOf: GuidOf): DemoRecord {
  const { id: _, memo, pricetag, prices, supply, sold: _sold, average: _average, ...rest } = cinnamonBun;
  return {
    ...record,
    memo,
    data: {
      ...record.data,
      ...rest,
      pricetag,
      refprice_type: 'weight',
      prices: Object.fromEntries(
        Object.entries(prices).map(([key, price]) => [guidOf('pricelist', key), price]),
      ),
      supply: supply.map(({ supplier, ...line }) =>
        Object.assign({ supplier: guidOf('supplier', supplier) }, line),
      ),
    },
  };
}
