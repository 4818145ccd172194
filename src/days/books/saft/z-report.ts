import { Decimal } from '@/record/decimal';
import { paymentId } from './basics';
import type { DaySums, Tally } from './day-sums';
import type { SaftDay, SaftRegister, SaftSource } from './source';
import { amount, groupId, leaf, quantity, side, tree } from './xml';

/** The turnover of a register before a z report and with it, within the file. */
export interface GrandTotals {
  readonly sales: Decimal;
  readonly returns: Decimal;
}

/** Returns the elements of a count and its amount: `reportReturnNum`, `reportReturnAmnt`. */
const counted = (name: string, { count, amount: sum }: Tally): string =>
  leaf(`${name}Num`, String(count)) + leaf(`${name}Amnt`, amount(sum));

const none: Tally = { count: 0, amount: Decimal.scaled(0, 0) };
/** What the schema asks for at least once, and this service knows nothing of. */
const noneOf = (list: string, item: string, type: string, prefix: string): string =>
  tree(list, tree(item, leaf(type, 'None'), counted(prefix, none)));

/** Returns the z report of a register's day, computed from its receipts. `reportID` is unique in the file. */
export function zReportXml(
  source: SaftSource,
  register: SaftRegister,
  of: { day: SaftDay; sums: DaySums; id: string; float: string; totals: GrandTotals },
): string {
  const { day, sums, id, float, totals } = of;
  const { company, rates } = source;
  const groups =
    sums.groups.size > 0
      ? [...sums.groups]
      : [[groupId(null, null), { qty: none.amount, amount: none.amount }] as const];
  const payments = sums.payments.size > 0 ? [...sums.payments] : [['cash', none] as const];
  const taxes =
    sums.rates.size > 0 ? [...sums.rates] : [['0', { net: none.amount, tax: none.amount }] as const];
  return tree(
    'eventReport',
    leaf('reportID', id),
    leaf('reportType', 'Z report'),
    leaf('companyIdent', company.business_id),
    leaf('companyName', company.name, 100),
    leaf('reportDate', day.closed.slice(0, 10)),
    leaf('reportTime', day.closed.slice(11, 19)),
    leaf('registerID', register.id, 100),
    tree('reportTotalCashSales', leaf('totalCashSaleAmnt', amount(sums.gross))),
    tree(
      'reportArtGroups',
      ...groups.map(([group, sum]) =>
        tree(
          'reportArtGroup',
          leaf('artGroupID', group),
          leaf('artGroupNum', quantity(sum.qty)),
          leaf('artGroupAmnt', amount(sum.amount)),
        ),
      ),
    ),
    tree(
      'reportPayments',
      ...payments.map(([type, sum]) =>
        tree('reportPayment', leaf('paymentType', paymentId(type)), counted('payment', sum)),
      ),
    ),
    tree('reportTip', counted('tip', sums.tally('tips'))),
    tree(
      'reportCashSalesVat',
      ...taxes.map(([rate, { net, tax }]) =>
        tree(
          'reportCashSaleVat',
          rates.has(rate) ? leaf('vatCode', rates.get(rate) ?? '', 20) : '',
          leaf('vatPerc', rate),
          leaf('cashSaleAmnt', amount(net)),
          leaf('vatAmnt', amount(tax)),
          leaf('vatAmntTp', side(net)),
        ),
      ),
    ),
    leaf('reportOpeningChangeFloat', float),
    leaf('reportReceiptNum', String(sums.tally('receipts').count)),
    leaf('reportOpenCashBoxNum', '0'),
    counted('reportReceiptCopy', none),
    counted('reportReceiptProforma', none),
    counted('reportReturn', sums.tally('returns')),
    counted('reportDiscount', sums.tally('discounts')),
    counted('reportVoidTrans', sums.tally('voids')),
    noneOf('reportCorrLines', 'reportCorrLine', 'corrLineType', 'corrLine'),
    noneOf('reportPriceInquiries', 'reportPriceInquiry', 'priceInquiryGroup', 'priceInquiry'),
    noneOf('reportOtherCorrs', 'reportOtherCorr', 'otherCorrType', 'otherCorr'),
    counted('reportReceiptDelivery', none),
    counted('reportTraining', sums.tally('training')),
    tree(
      'reportPayIns',
      tree('reportPayIn', leaf('payInType', 'PAIDIN'), counted('payIn', sums.tally('paid_in'))),
    ),
    tree(
      'reportPayOuts',
      tree('reportPayOut', leaf('payOutType', 'PAIDOUT'), counted('payOut', sums.tally('paid_out'))),
    ),
    leaf('reportGrandTotalSales', amount(totals.sales)),
    leaf('reportGrandTotalReturn', amount(totals.returns)),
    leaf('reportGrandTotalSalesNet', amount(totals.sales.minus(totals.returns))),
  );
}
