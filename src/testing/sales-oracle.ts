import { Big } from 'big.js';
import { amountSteps } from '@/days/sales-history/answer';
import type { Json } from './answer';

/** What sales come to, added up here from receipts as the service lists them: what tests compare answers with. */
export interface OracleRow {
  readonly id: string | null;
  readonly name: string | null;
  receipts: number;
  quantity: Big | null;
  gross: Big;
  net: Big | null;
  tax: Big | null;
  discount: Big | null;
}

/** A receipt with the business day that it is of. */
export interface Sold {
  readonly receipt: Json;
  readonly day: { readonly date: string; readonly location_id: string };
}

interface Line {
  readonly plu_id: string | null;
  readonly productid: string | null;
  readonly name: string | null;
  readonly dpt_id: string | null;
  readonly dpt_name: string | null;
  readonly quantity: Big;
  readonly gross: Big;
  readonly net: Big;
  readonly tax: Big;
  readonly discount: Big;
}

const big = (value: unknown): Big =>
  new Big(typeof value === 'string' || typeof value === 'number' ? value : 0);
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const id = (value: unknown): string | null => text(value)?.toLowerCase() ?? null;
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.map((one) => ({ ...one })) : []);
const data = (receipt: Json): Json => ({ ...(receipt['data'] as Json) });

function linesOf(receipt: Json): Line[] {
  return objects(data(receipt)['lines'])
    .filter(({ kind }) => (kind ?? 'sale') === 'sale')
    .map((line) => ({
      plu_id: id(line['plu_id']),
      productid: text(line['productid']),
      name: text(line['name']),
      dpt_id: id(line['dpt_id']),
      dpt_name: text(line['dpt_name']),
      quantity: big(line['qty']),
      gross: big(line['total']),
      net: big(line['net']),
      tax: big(line['tax']),
      discount: big(line['discount']),
    }));
}

/** The turnover of a receipt: without what is no turnover, whether or not the till has that in its net. */
function wholeOf(receipt: Json): Omit<OracleRow, 'id' | 'name'> {
  const aside = objects(data(receipt)['lines']).filter(({ kind }) => (kind ?? 'sale') !== 'sale');
  const of = (name: string) => aside.reduce((sum, line) => sum.plus(big(line[name])), new Big(0));
  const [total, net, tax] = [big(receipt['total']), big(receipt['total_net']), big(receipt['total_tax'])];
  const off = net.plus(tax).minus(total);
  const netHasAside = of('total').eq(0) || off.abs().lte(off.plus(of('total')).abs());
  const lines = linesOf(receipt);
  const sum = (name: 'quantity' | 'discount') =>
    lines.reduce((all, line) => all.plus(line[name]), new Big(0));
  return {
    receipts: 1,
    quantity: sum('quantity'),
    gross: total.minus(of('total')),
    net: netHasAside ? net.minus(of('net')) : net,
    tax: netHasAside ? tax : tax.plus(of('tax')),
    discount: sum('discount'),
  };
}

const hourOf = (receipt: Json): string =>
  String(
    Number(
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Europe/Helsinki',
        hour: '2-digit',
        hourCycle: 'h23',
      }).format(new Date(String(receipt['completed_at']))),
    ),
  );

/** Keys of a row: its id, and without one what the receipts call it. */
type Key = readonly [id: string | null, name: string | null, productid?: string | null];

function keyOf(by: string, { receipt, day }: Sold, line?: Line): Key {
  const cashier = { ...(receipt['cashier'] as Json | null) };
  switch (by) {
    case 'total':
      return [null, null];
    case 'location':
      return [day.location_id, null];
    case 'register':
      return [id(receipt['pos_id']), null];
    case 'cashier':
    case 'tip':
      return [text(cashier['id']), text(cashier['id']) === null ? text(cashier['name']) : null];
    case 'hour':
      return [hourOf(receipt), null];
    case 'weekday':
      return [String(new Date(day.date).getUTCDay() || 7), null];
    case 'day':
      return [day.date, null];
    case 'month':
      return [day.date.slice(0, 7), null];
    case 'department':
      return [line?.dpt_id ?? null, line?.dpt_id === null ? line.dpt_name : null];
    default:
      return line?.plu_id === null ? [null, line.name, line.productid] : [line?.plu_id ?? null, null];
  }
}

/** Adds sales up by a breakdown; `plu` or `dpt` restricts them to lines, of which `receipts` counts the first of each receipt. */
export function soldBy(
  by: string,
  sold: readonly Sold[],
  { plu = null, dpt = null }: { readonly plu?: string | null; readonly dpt?: string | null } = {},
): Map<string, OracleRow> {
  const rows = new Map<string, OracleRow>();
  const add = (key: Key, more: Omit<OracleRow, 'id' | 'name'>) => {
    const known = rows.get(JSON.stringify(key)) ?? {
      id: key[0],
      name: key[1],
      receipts: 0,
      quantity: more.quantity && new Big(0),
      gross: new Big(0),
      net: more.net && new Big(0),
      tax: more.tax && new Big(0),
      discount: more.discount && new Big(0),
    };
    known.receipts += more.receipts;
    for (const figure of ['quantity', 'gross', 'net', 'tax', 'discount'] as const) {
      const value = more[figure];
      if (value) known[figure] = (known[figure] ?? new Big(0)).plus(value);
    }
    rows.set(JSON.stringify(key), known);
  };
  for (const one of sold) {
    const { receipt } = one;
    if (receipt['active'] !== true || !['sale', 'return'].includes(String(receipt['type']))) continue;
    const lines = linesOf(receipt);
    if (by === 'tender')
      for (const paid of objects(data(receipt)['tenders'])) {
        const amount = big(paid['amount']);
        const tender = id(paid['tender_id']);
        add(
          [tender, tender === null ? text(paid['name']) : null, tender === null ? text(paid['type']) : null],
          {
            receipts: 1,
            quantity: null,
            gross: amount,
            net: null,
            tax: null,
            discount: amount.lt(0) ? amount.abs() : new Big(0),
          },
        );
      }
    else if (by === 'discount' || by === 'tip') {
      const seen = new Set<string | null>();
      for (const line of objects(data(receipt)['lines'])) {
        const isTip = line['kind'] === 'tip';
        const isOfIt =
          by === 'tip' ? isTip : (line['kind'] ?? 'sale') === 'sale' && !big(line['discount']).eq(0);
        if (!isOfIt) continue;
        const key: Key = by === 'tip' ? keyOf(by, one) : [id(line['discount_id']), null];
        const receipts = seen.has(key[0]) ? 0 : 1;
        seen.add(key[0]);
        add(key, {
          receipts,
          quantity: isTip ? null : big(line['qty']),
          gross: big(line[isTip ? 'total' : 'discount']),
          net: null,
          tax: null,
          discount: null,
        });
      }
    } else if (by === 'amount') {
      const whole = wholeOf(receipt);
      const step = amountSteps.findLast((from) => whole.gross.gte(from));
      add([step === undefined ? 'returns' : String(step), null], whole);
    } else if (by === 'product' || by === 'department' || by === 'together' || plu !== null || dpt !== null) {
      if (by === 'together' && !lines.some(({ plu_id }) => plu_id === plu)) continue;
      const seen = new Set<string>();
      for (const line of lines) {
        const own =
          by === 'department' && plu === null
            ? ('department' as const)
            : dpt !== null && by !== 'product'
              ? 'department'
              : 'product';
        const first = JSON.stringify(keyOf(own, one, line));
        const receipts = seen.has(first) ? 0 : 1;
        seen.add(first);
        const isAsked =
          by === 'together'
            ? line.plu_id !== plu
            : (plu === null || line.plu_id === plu) && (dpt === null || line.dpt_id === dpt);
        if (isAsked) add(keyOf(by, one, line), { ...line, receipts });
      }
    } else add(keyOf(by, one), wholeOf(receipt));
  }
  return rows;
}
