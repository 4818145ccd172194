import type { Line, Payment, Receipt, TaxRow } from '../../report/receipt';
import { lineType, paymentId, receiptCode } from './basics';
import type { SaftReceipt, SaftSource } from './source';
import { amount, groupId, leaf, optional, quantity, shortId, side, tree } from './xml';

/** How a file names cashiers: those of the list, by id or name. */
export type CashierIds = ReadonlyMap<string, string>;

/** Returns how the file calls a cashier, in the list and wherever one is named: by id, without one by name. */
export const cashierId = (id: string, name: string): string => (id === '' ? name : id).slice(0, 35);

/** Returns the key of a cashier in `CashierIds`; null for a receipt without one. */
export const cashierKey = ({ cashier }: Pick<Receipt, 'cashier'>): string | null =>
  cashier === null ? null : (cashier.id ?? cashier.name);

/** Returns a receipt as a transaction. `nr` is its place within the register. */
export function transactionXml(
  source: SaftSource,
  one: SaftReceipt,
  nr: number,
  cashiers: CashierIds,
): string {
  const { receipt, at } = one;
  const { total, total_net, rounding, type, active } = receipt;
  const cashier = cashiers.get(cashierKey(receipt) ?? '') ?? null;
  const [date, time] = [at.slice(0, 10), at.slice(11, 19)];
  const isMove = type === 'paid_in' || type === 'paid_out';
  return tree(
    'cashtransaction',
    leaf('nr', String(nr)),
    leaf('transID', shortId(receipt.id)),
    leaf('transType', receiptCode(type).id),
    leaf('transAmntIn', amount(total)),
    leaf('transAmntEx', amount(isMove ? total : total_net)),
    leaf('amntTp', side(total)),
    optional('empID', cashier),
    leaf('periodNumber', '1'),
    leaf('transDate', date),
    leaf('transTime', time),
    optional('refID', one.ref_id === null ? null : shortId(one.ref_id), 9999),
    optional('desc', descriptionOf(one), 9999),
    ...receipt.lines.map((line, index) => lineXml(source, { line, receipt: one, nr, index, cashier })),
    ...receipt.taxes.map((row) => taxXml(source, row)),
    ...(rounding.sign() === 0 ? [] : [tree('rounding', leaf('roundingAmnt', amount(rounding)))]),
    ...receipt.tenders.map((payment) => paymentXml(source, payment, cashier)),
    leaf('signature', one.signature ?? '0', 999),
    leaf('keyVersion', one.key_version ?? '0', 50),
    // A removed receipt counts nowhere, as a void one: the file says so, and why.
    leaf('voidTransaction', String(type === 'void' || !active)),
    leaf('trainingID', String(type === 'training')),
    '\n',
  );
}

function descriptionOf({ receipt, reason }: SaftReceipt): string {
  const { receipt_num, removed, active } = receipt;
  return [
    receipt_num === '' ? '' : `Kvittering ${receipt_num}`,
    reason ?? '',
    active ? '' : `Slettet ${removed.at ?? ''} ${removed.by ?? ''}: ${removed.reason ?? ''}`,
  ]
    .filter((part) => part.trim() !== '')
    .join('; ');
}

function lineXml(
  source: SaftSource,
  of: { line: Line; receipt: SaftReceipt; nr: number; index: number; cashier: string | null },
): string {
  const { line, receipt, nr, index, cashier } = of;
  const { at } = receipt;
  const rate = line.rate?.toFixed() ?? null;
  const code = rate === null ? undefined : source.rates.get(rate);
  // Where a line says neither its net nor its tax, nothing is taken out of its total.
  const net = line.net.sign() === 0 && line.tax.sign() === 0 ? line.total : line.net;
  return tree(
    'ctLine',
    leaf('nr', String(nr)),
    leaf('lineID', String(index + 1)),
    leaf('lineType', lineType(line.aside, line.total.sign() < 0)),
    leaf('artGroupID', groupId(line.dpt_id, line.dpt_name)),
    optional('artID', line.plu_id === null ? null : shortId(line.plu_id)),
    leaf('qnt', quantity(line.qty)),
    leaf('lineAmntIn', amount(line.total)),
    leaf('lineAmntEx', amount(net)),
    leaf('amntTp', side(line.total)),
    optional('empID', cashier),
    optional('cashTransLineDescr', line.name, 9999),
    leaf('lineDate', at.slice(0, 10)),
    leaf('lineTime', at.slice(11, 19)),
    rate === null
      ? ''
      : tree(
          'vat',
          optional('vatCode', code ?? null, 20),
          leaf('vatPerc', rate),
          leaf('vatAmnt', amount(line.tax)),
          leaf('vatAmntTp', side(line.total)),
          leaf('vatBasAmnt', amount(net)),
        ),
    line.discount.sign() === 0
      ? ''
      : tree('discount', leaf('dscTp', 'DISC'), leaf('dscAmnt', amount(line.discount))),
  );
}

function taxXml(source: SaftSource, { rate, tax, net, gross }: TaxRow): string {
  const text = rate?.toFixed() ?? '0';
  return tree(
    'vat',
    optional('vatCode', source.rates.get(text) ?? null, 20),
    leaf('vatPerc', text),
    leaf('vatAmnt', amount(tax)),
    leaf('vatAmntTp', side(gross)),
    leaf('vatBasAmnt', amount(net)),
  );
}

const paymentXml = (source: SaftSource, payment: Payment, cashier: string | null): string =>
  tree(
    'payment',
    leaf('paymentType', paymentId(payment.type ?? 'other')),
    leaf('paidAmnt', amount(payment.amount)),
    optional('empID', cashier),
    leaf('curCode', source.currency),
    leaf('exchRt', '1.000000'),
    optional('paymentRefID', payment.name, 999),
  );
