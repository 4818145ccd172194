import { Big } from 'big.js';
import { currencyScale } from '@/contract/values';
import { setFacts, setFigures, setMessage, type Figure } from '@/server/pdf/blocks';
import type { Flow } from '@/server/pdf/flow';
import { setTable } from '@/server/pdf/table';
import { setHeading, type CellText, type Table } from '@/server/pdf/table-parts';
import { wrap } from '@/server/pdf/wrap';
import { outsideSalesTables } from './outside-sales.server';
import { checkTable, verdictOf } from './checks.server';
import { figureTables, signed } from './figures.server';
import type { Words } from './words.server';
import type { Sender, ZDay } from './z-day.server';

/** Sets the head of a paper: whose it is, what it is, and of which location and time. */
export function setHead(flow: Flow, sender: Sender, title: string, about: string, aside: string): void {
  const { drawing, paper } = flow;
  const { styles, leading } = paper;
  for (const line of wrap(drawing, sender.company, flow.width, styles.strong)) {
    flow.text(line, flow.left, flow.y + leading * 0.74, styles.strong);
    flow.y += leading;
  }
  const more = [aside, sender.address].filter(Boolean).join(' · ');
  if (more !== '') flow.paragraph(more, styles.label);
  flow.y += 4;
  flow.rule(flow.y, 0.6, paper.ink);
  flow.y += 10;
  flow.paragraph(title, styles.title, styles.title.size * 1.25);
  flow.paragraph(about, { ...styles.body, face: 'semibold' });
  flow.y += 4;
}

/** Sets the Z report of one day, from the current place on. */
export function setDay(flow: Flow, day: ZDay, words: Words): void {
  const { say, day: date, moment } = words;
  const { report, sender } = day;
  const { businessday, currency, timezone } = report;
  const scale = currencyScale(currency);
  const at = (value: string | null) => (value === null ? '–' : moment(value, timezone));
  setHead(
    flow,
    sender,
    `${say('z.title')} ${date(businessday.date)}`,
    report.businessday.location.name,
    sender.business_id === '' ? '' : `${say('z.businessId')} ${sender.business_id}`,
  );
  setFacts(flow, [
    ...(businessday.name === '' ? [] : [[say('z.date'), businessday.name] as const]),
    [say('z.opened'), at(businessday.opened_at)],
    [say('z.closed'), at(businessday.closed_at)],
    [say('z.timezone'), timezone],
    [say('currency'), currency],
  ]);
  if (businessday.status === 'open')
    setMessage(flow, { tone: 'risk', title: say('z.open'), lines: [say('z.open.text')] });
  else if (!day.seal) setMessage(flow, { tone: 'risk', title: say('z.unsealed'), lines: [say('none')] });
  setFigures(flow, keyFigures(day, words, scale));
  const verdict = verdictOf(day, words);
  setMessage(flow, { tone: verdict.ok ? 'ok' : 'risk', title: verdict.title, lines: verdict.lines });
  const cash = cashTable(day, words, scale);
  for (const table of [
    ...figureTables(day, words, scale),
    ...(cash ? [cash] : []),
    ...outsideSalesTables(day, words, scale),
    checkTable(day, words, scale),
  ])
    setTable(flow, table);
  setSeal(flow, day, words);
  if (flow.hasUnreadable) {
    flow.space(8);
    flow.paragraph(say('z.unreadable'), flow.paper.styles.label);
  }
}

function keyFigures({ report }: ZDay, words: Words, scale: number): Figure[] {
  const { say, count, decimal } = words;
  const { totals, currency } = report;
  const { count: receipts, gross, net, tax, discount, returns, voids, by_tax, cash_total } = totals;
  const money = (value: string) => decimal(value, scale);
  const unit = (key: string) => `${say(`key.${key}`)} ${currency}`;
  const off = signed(cash_total.over_short, scale, words);
  const rates = by_tax.flatMap(({ rate }) => (rate === null ? [] : [decimal(rate)]));
  return [
    {
      label: say('key.receipts'),
      value: count(receipts),
      about: `${say('returns', { count: returns.count })}, ${say('voids', { count: voids.count })}`,
    },
    {
      label: unit('gross'),
      value: money(gross),
      about:
        receipts > 0 ? say('average', { amount: money(new Big(gross).div(receipts).toFixed(scale)) }) : '',
    },
    { label: unit('net'), value: money(net), about: say('afterReturns') },
    {
      label: unit('tax'),
      value: money(tax),
      about: rates.length > 0 && rates.length <= 5 ? say('rates', { rates: rates.join(' · ') }) : '',
    },
    { label: unit('discount'), value: money(new Big(discount).abs().times(-1).toFixed()), about: '' },
    {
      label: unit('over_short'),
      value: typeof off === 'string' ? off : off.text,
      isRisk: typeof off !== 'string',
      about:
        cash_total.counted === null
          ? say('notCounted')
          : say('countedCash', { amount: money(cash_total.counted) }),
    },
  ];
}

/** Sets the seal with its place in the chain of the location: what an auditor compares. */
function setSeal(flow: Flow, { report, seal }: ZDay, { say, count, moment }: Words): void {
  const { timezone, seals, businessday } = report;
  setHeading(flow, say('seal'), flow.paper.leading * 4);
  if (!seal) {
    flow.paragraph(say(businessday.status === 'open' ? 'z.open' : 'none'), flow.paper.styles.body);
    return;
  }
  const when = moment(seal.at, timezone);
  flow.paragraph(
    seal.by ? say('sealed', { when, who: seal.by }) : say('sealed.nobody', { when }),
    flow.paper.styles.strong,
  );
  setFacts(flow, [
    [say('z.seal.number', { number: count(seal.number) }), seal.hash],
    [say('z.seal.content'), seal.content],
    [say('z.seal.previous'), seal.previous ?? say('z.seal.first')],
    ...(seals.length > 1 ? [[say('z.seal.earlier'), count(seals.length - 1)] as const] : []),
  ]);
}

/** Returns the table of the cash of each register, with the numbers of its z reports; null for a day without one. */
function cashTable({ report }: ZDay, words: Words, scale: number): Table | null {
  const { say, decimal } = words;
  const { cash, cash_total } = report.totals;
  if (cash.length === 0) return null;
  const money = (value: string | null) => decimal(value, scale);
  const less = (value: string) => money(new Big(value).times(-1).toFixed());
  const amounts = (row: typeof cash_total): CellText[] => [
    money(row.opening_float),
    money(row.sales),
    less(row.refunds),
    money(row.paid_in),
    less(row.paid_out),
    money(row.expected),
    money(row.counted),
    signed(row.over_short, scale, words),
  ];
  return {
    title: `${say('cash')}, ${report.currency}`,
    columns: [
      { head: say('register'), kind: 'text' },
      ...(
        [
          'opening_float',
          'cash.sales',
          'cash.refunds',
          'paid_in',
          'paid_out',
          'cash.expected',
          'counted',
          'over_short',
        ] as const
      ).map((key) => ({ head: say(key), kind: 'number' as const })),
    ],
    rows: cash.map((row) => [registerName(report, row.pos_id, words), ...amounts(row)]),
    foot: cash.length > 1 ? [say('all'), ...amounts(cash_total)] : undefined,
  };
}

/** Returns the name of a register as it was on the day, and the numbers of its z reports. */
function registerName(report: ZDay['report'], pos_id: string | null, { say }: Words): string {
  if (pos_id === null) return say('noRegister');
  const known = report.registers.find((register) => register.pos_id === pos_id);
  const name = known?.name || (known?.pos_num == null ? pos_id : String(known.pos_num));
  const numbers = report.businessday.data.z_reports.flatMap((one) =>
    one.pos_id?.toLowerCase() === pos_id && one.z_number !== undefined ? [String(one.z_number)] : [],
  );
  return numbers.length > 0 ? `${name} · ${say('z.number', { numbers: numbers.join(', ') })}` : name;
}
