import { currencyScale } from '@/contract/values';
import { setFacts, setFigures, setMessage } from '@/server/pdf/blocks';
import { Flow, withFeet } from '@/server/pdf/flow';
import { papers } from '@/server/pdf/paper';
import { newDrawing } from '@/server/pdf/drawing';
import { streamPages } from '@/server/pdf/stream';
import { setTable } from '@/server/pdf/table';
import { setHeading, type Table } from '@/server/pdf/table-parts';
import { setHead } from '../../z-report/day-layout.server';
import { noMoment } from '../../z-report/documents.server';
import type { Words } from '../../z-report/words.server';
import { monthTables } from './month-tables.server';
import type { MonthPaper } from './read-paper.server';
import type { Month, MonthEntry } from '../schema';

/** Returns the PDF of a month on A4. */
export async function monthDocument(
  paperOf: MonthPaper,
  words: Words,
  onEnd?: () => void,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { month, lock, sender } = paperOf;
  const { say, count } = words;
  const title = say('month.title', { month: words.month(month.month) });
  const paper = papers.a4;
  const drawing = await newDrawing({ title: `${title} · ${sender.company}`, language: words.language });
  const flow = new Flow(drawing, paper);
  setMonth(flow, paperOf, title, words);
  const sealed = lock ? `${say('month.seal')} ${lock.hash.slice(0, 16)}` : say('month.unlocked');
  const feet = {
    drawing,
    paper,
    foot: () => [sender.company, title, sealed].join(' · '),
    of: (page: number, all: number) => say('z.pageOf', { page: count(page), all: count(all) }),
  };
  const origin = { author: sender.company, at: new Date(lock?.at ?? noMoment) };
  return streamPages(drawing, withFeet(flow.pages(), feet), origin, onEnd);
}

function setMonth(flow: Flow, { month, lock, sender }: MonthPaper, title: string, words: Words): void {
  const { say } = words;
  const business = sender.business_id === '' ? '' : `${say('z.businessId')} ${sender.business_id}`;
  setHead(flow, sender, title, say('month.about', { currency: month.currency }), business);
  const toSettle = month.settle.length;
  if (lock) setMessage(flow, { tone: 'ok', title: say('month.locked'), lines: [] });
  else {
    const lines = toSettle === 0 ? [] : [say('month.settle', { count: toSettle })];
    setMessage(flow, { tone: 'risk', title: say('month.unlocked'), lines });
  }
  if (month.sealed.days === 0) {
    flow.space(8);
    flow.paragraph(say('month.noDays', { currency: month.currency }), flow.paper.styles.body);
  } else {
    setKeyFigures(flow, month, words);
    setMessage(
      flow,
      month.equal
        ? { tone: 'ok', title: say('month.equal'), lines: [] }
        : { tone: 'risk', title: say('month.differs'), lines: [] },
    );
    for (const table of monthTables(month, words)) setTable(flow, table);
  }
  const stated = lock && statedTable(month, lock, words);
  if (stated && stated.rows.length > 0) setTable(flow, stated);
  setSeal(flow, lock, month.days[0] ? month.sealed.days : 0, words);
  if (flow.hasUnreadable) {
    flow.space(8);
    flow.paragraph(say('z.unreadable'), flow.paper.styles.label);
  }
}

function setKeyFigures(
  flow: Flow,
  { totals, sealed, states, currency }: MonthPaper['month'],
  words: Words,
): void {
  const { say, count, decimal } = words;
  const money = (value: string) => decimal(value, currencyScale(currency));
  const rates = totals.by_tax.flatMap(({ rate }) => (rate === null ? [] : [decimal(rate)]));
  setFigures(flow, [
    { label: `${say('key.gross')} ${currency}`, value: money(totals.gross), about: '' },
    { label: `${say('key.net')} ${currency}`, value: money(totals.net), about: say('afterReturns') },
    {
      label: `${say('key.tax')} ${currency}`,
      value: money(totals.tax),
      about: rates.length > 0 && rates.length <= 5 ? say('rates', { rates: rates.join(' · ') }) : '',
    },
    { label: say('key.receipts'), value: count(totals.count), about: '' },
    {
      label: say('month.days'),
      value: count(sealed.days),
      about: states.open > 0 ? say('month.daysOpen', { count: states.open }) : '',
    },
  ]);
}

/** Sets the seal with its place in the chain of the company: what an auditor compares. */
function setSeal(flow: Flow, lock: MonthPaper['lock'], days: number, { say, count, moment }: Words): void {
  setHeading(flow, say('month.seal'), flow.paper.leading * 4);
  if (!lock) {
    flow.paragraph(say('month.unlocked'), flow.paper.styles.body);
    return;
  }
  const when = moment(lock.at, 'UTC');
  flow.paragraph(say('month.sealed', { when: `${when} UTC`, who: lock.by }), flow.paper.styles.strong);
  setFacts(flow, [
    [say('month.seal.hash', { number: count(lock.number) }), lock.hash],
    [say('month.seal.content'), lock.content ?? '–'],
    [say('month.seal.previous'), lock.previous ?? say('month.seal.first')],
  ]);
  flow.paragraph(say('month.seal.hint', { days: count(lock.days ?? days) }), flow.paper.styles.label);
}

/** Returns the table of what was stated with a lock: why days are missing, and why questions stayed open; it may have no rows. */
function statedTable({ locations }: Month, { missing, questions }: MonthEntry, { say, day }: Words): Table {
  const nameOf = new Map(locations.map(({ id, name }) => [id, name]));
  const where = (id: string, date: string) => [nameOf.get(id), day(date)].filter(Boolean).join(', ');
  return {
    title: say('month.stated'),
    columns: [
      { head: say('month.stated.what'), kind: 'text' },
      { head: say('month.stated.reason'), kind: 'text' },
    ],
    rows: [
      ...missing.map(({ location_id, date, reason }) => [
        say('month.stated.missing', { day: where(location_id, date) }),
        reason,
      ]),
      ...(questions
        ? [[say('month.stated.questions', { count: questions.ids.length }), questions.reason]]
        : []),
    ],
  };
}
