import { Big } from 'big.js';
import { currencyScale } from '@/contract/values';
import { Flow, withFeet } from '@/server/pdf/flow';
import { papers, type Paper, type PaperName } from '@/server/pdf/paper';
import { newDrawing, type Page, type Drawing } from '@/server/pdf/drawing';
import { streamPages } from '@/server/pdf/stream';
import { badQuery } from '@/server/http/problems';
import { setTable } from '@/server/pdf/table';
import { setDay, setHead } from './day-layout.server';
import type { Words } from './words.server';
import type { ZDay } from './z-day.server';

type PdfStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Of a paper that is not sealed nothing is final, so it states no moment either. */
export const noMoment = '1970-01-01T00:00:00.000Z';

function footOf({ report, seal, sender }: ZDay, { say, day }: Words, { isStrip }: Paper): string {
  const { businessday } = report;
  const title = `${say('z.title')} ${day(businessday.date)}`;
  const sealed = seal
    ? `${say('z.sealNumber')} ${seal.number} ${seal.hash.slice(0, 16)}`
    : say(businessday.status === 'open' ? 'z.open' : 'z.unsealed');
  // On a strip, the rest stands a few lines above.
  return isStrip ? title : [sender.company, businessday.location.name, title, sealed].join(' · ');
}

function layDay(drawing: Drawing, paper: Paper, day: ZDay, words: Words): Page[] {
  const flow = new Flow(drawing, paper);
  flow.anchor(day.report.businessday.id, words.day(day.report.businessday.date));
  setDay(flow, day, words);
  return flow.pages();
}

/** Returns the PDF of the Z report of one day. */
export async function dayPdf(
  day: ZDay,
  paperName: PaperName,
  words: Words,
  onEnd?: () => void,
): Promise<PdfStream> {
  const { report, seal, sender } = day;
  const paper = papers[paperName];
  const drawing = await newDrawing({
    title: `${words.say('z.title')} ${words.day(report.businessday.date)} · ${report.businessday.location.name}`,
    language: words.language,
  });
  const pages = layDay(drawing, paper, day, words);
  const feet = { drawing, paper, foot: () => footOf(day, words, paper), of: pageOf(words) };
  return streamPages(
    drawing,
    withFeet(pages, feet),
    { author: sender.company, at: new Date(seal?.at ?? noMoment) },
    onEnd,
  );
}

const pageOf =
  ({ say, count }: Words) =>
  (page: number, all: number) =>
    say('z.pageOf', { page: count(page), all: count(all) });

/** How many pages of days one file may have: their marks are kept until the last is laid out. */
const mostPages = 1000;

const tooManyPages = () =>
  badQuery([
    {
      pointer: '?month',
      code: 'too_large',
      detail: `The days of this month come to more than ${mostPages} pages; ask for single days`,
    },
  ]);

/** What the file of a month is of; company and location are those of its last day, if it has any. */
export interface Month {
  readonly month: string;
  readonly location: string;
  readonly sender: ZDay['sender'];
}

/**
 * Returns the PDF of a month of one location: a contents page, then the Z report of each day. Days are read and laid out
 * one after the other; what is kept of each is the marks on its pages.
 */
export async function monthPdf(
  { month, ...own }: Month,
  days: AsyncIterable<ZDay>,
  words: Words,
  onEnd?: () => void,
): Promise<PdfStream> {
  const paper = papers.a4;
  const rows: Row[] = [];
  let { location, sender } = own;
  const laid: { pages: Page[]; foot: string }[] = [];
  let at = noMoment;
  const title = words.say('z.month', { month: words.month(month) });
  const drawing = await newDrawing({ title, language: words.language });
  for await (const day of days) {
    const pages = layDay(drawing, paper, day, words);
    ({ sender } = day);
    location = day.report.businessday.location.name;
    laid.push({ pages, foot: footOf(day, words, paper) });
    rows.push(rowOf(day, pages.length));
    if (day.seal && day.seal.at > at) ({ at } = day.seal);
    if (rows.reduce((sum, row) => sum + row.pages, 0) > mostPages) throw tooManyPages();
  }
  const contents = layContents(drawing, paper, { title, location, sender, rows }, words);
  const feet = [
    ...contents.map(() => [sender.company, location, title].join(' · ')),
    ...laid.flatMap(({ pages, foot }) => pages.map(() => foot)),
  ];
  const all = [...contents, ...laid.flatMap(({ pages }) => pages)];
  return streamPages(
    drawing,
    withFeet(all, { drawing, paper, foot: (page) => feet[page] ?? '', of: pageOf(words) }),
    // The company as on the last day, and the moment of the newest seal.
    { author: sender.company, at: new Date(at) },
    onEnd,
  );
}

/** A day in the contents. */
interface Row {
  readonly id: string;
  readonly date: string;
  readonly pages: number;
  readonly seal: number | null;
  readonly status: string;
  readonly count: number;
  readonly gross: string;
  readonly net: string;
  readonly tax: string;
  readonly currency: string;
}

const rowOf = ({ report, seal }: ZDay, pages: number): Row => {
  const { businessday, totals, currency } = report;
  const { count, gross, net, tax } = totals;
  const { id, date, status } = businessday;
  return { id, date, status, pages, seal: seal?.number ?? null, count, gross, net, tax, currency };
};

interface Contents {
  readonly title: string;
  readonly location: string;
  readonly sender: ZDay['sender'];
  readonly rows: readonly Row[];
}

/** Lays out the contents as often as it takes until its own number of pages is the one that it counts with. */
function layContents(drawing: Drawing, paper: Paper, contents: Contents, words: Words): Page[] {
  for (let own = 1; ; own++) {
    const flow = new Flow(drawing, paper);
    flow.anchor('contents', words.say('z.contents'));
    setContents(flow, contents, words, own);
    if (flow.count <= own) return flow.pages();
  }
}

function setContents(
  flow: Flow,
  { title, location, sender, rows }: Contents,
  words: Words,
  own: number,
): void {
  const { say, count, decimal, day } = words;
  const business = sender.business_id === '' ? '' : `${say('z.businessId')} ${sender.business_id}`;
  setHead(flow, sender, title, location, business);
  if (rows.length === 0) {
    flow.paragraph(say('z.noDays'), flow.paper.styles.body);
    return;
  }
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  for (const currency of currencies) {
    const scale = currencyScale(currency);
    const some = rows.filter((row) => row.currency === currency);
    const money = (value: string) => decimal(value, scale);
    const total = (key: 'gross' | 'net' | 'tax') =>
      money(some.reduce((sum, row) => sum.plus(row[key]), new Big(0)).toFixed());
    const before = (row: Row) =>
      rows.slice(0, rows.indexOf(row)).reduce((sum, { pages }) => sum + pages, own + 1);
    setTable(flow, {
      title: `${say('z.contents')}, ${currency}`,
      columns: [
        { head: say('z.date'), kind: 'text' },
        { head: say('z.sealNumber'), kind: 'number' },
        { head: say('receipts'), kind: 'number' },
        { head: say('net'), kind: 'number' },
        { head: say('tax'), kind: 'number' },
        { head: say('gross'), kind: 'number', isMain: true },
        { head: say('z.page'), kind: 'number' },
      ],
      rows: some.map((row) => [
        day(row.date),
        row.seal === null
          ? { text: say(row.status === 'open' ? 'z.open' : 'z.unsealed'), tone: 'risk' }
          : count(row.seal),
        count(row.count),
        money(row.net),
        money(row.tax),
        money(row.gross),
        count(before(row)),
      ]),
      foot: [
        say('z.all'),
        '',
        count(some.reduce((sum, row) => sum + row.count, 0)),
        total('net'),
        total('tax'),
        total('gross'),
        '',
      ],
      links: some.map(({ id }) => id),
    });
  }
}
