import type { SetItem } from '@/app/changes/change-sets';
import type { Section } from './use-items';
import { pageSize } from '@/app/data/row-source';

// A finger needs more; the pointer does not change while a set is read.
const isCoarse = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

/** Heights in pixels, as in set.module.css. */
export const heights = {
  head: 32,
  band: 32,
  cell: isCoarse ? 45 : 36,
  choice: 44,
  phoneName: 44,
  phoneCell: 30,
  phoneNote: 30,
  phonePick: 48,
  phoneEnd: 9,
};

/** The rows of an item: a new record is one row, any other a row for each value. */
export const rowsOf = (item: SetItem): number => (item.is_new ? 1 : Math.max(1, item.cells.length));

/** Whether a choice is or was to be made of an item. */
export const isToChoose = ({ state, choices }: SetItem): boolean =>
  state === 'conflict' || state === 'kept' || Object.keys(choices).length > 0;

/** Returns the height of an item's rows, on a screen with columns or on a phone, where it is one block. */
export function heightOf(item: SetItem, isPhone: boolean): number {
  if (!isPhone)
    return rowsOf(item) * (isToChoose(item) && item.state !== 'applied' ? heights.choice : heights.cell);
  const toPick = isToChoose(item) && item.state !== 'applied';
  const cells = item.is_new ? item.cells.slice(0, 1) : item.cells;
  const others = cells.filter(({ now }) => now !== undefined).length;
  const notes = item.problems.length + item.warnings.length + (item.is_new ? 1 : 0);
  return (
    heights.phoneName +
    Math.max(1, cells.length) * heights.phoneCell +
    others * (toPick ? 2 * heights.phonePick : heights.phoneNote) +
    notes * heights.phoneNote +
    heights.phoneEnd
  );
}

/** A page of a section with its place below the section's heading. */
export interface PlacedPage {
  readonly page: number;
  readonly top: number;
  readonly height: number;
  readonly items: readonly SetItem[] | undefined;
}

/** A section with its place in the list, its heading included. */
export interface PlacedSection {
  readonly section: Section;
  readonly top: number;
  readonly height: number;
  readonly pages: readonly PlacedPage[];
}

/**
 * Places sections and their pages one below the other. A page that was never read is as high as the values of the section
 * are on average; `known` holds the heights of those that were.
 */
export function placeSections(
  sections: readonly Section[],
  known: Map<string, number>,
  isPhone: boolean,
): { readonly placed: readonly PlacedSection[]; readonly height: number } {
  let top = 0;
  const placed = sections.map((section): PlacedSection => {
    const { totals, spec, params, pageAt } = section;
    const count = Math.ceil(totals.items / pageSize);
    const first = pageAt(0) ?? [];
    const average = sumOf(first.map((item) => heightOf(item, isPhone))) / Math.max(1, first.length);
    const pages: PlacedPage[] = [];
    let inside = 0;
    for (let page = 0; page < count; page += 1) {
      const items = pageAt(page);
      const key = `${isPhone} ${spec.key} ${JSON.stringify(params)} ${page}`;
      const many = Math.min(pageSize, totals.items - page * pageSize);
      const height = items
        ? sumOf(items.map((item) => heightOf(item, isPhone)))
        : (known.get(key) ?? Math.round(many * average));
      if (items) known.set(key, height);
      pages.push({ page, top: inside, height, items });
      inside += height;
    }
    const place = { section, top, height: heights.band + inside, pages };
    top += place.height;
    return place;
  });
  return { placed, height: top };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** An item in view, with its place below the heading of its section. */
export interface PlacedItem {
  readonly item: SetItem;
  readonly top: number;
  readonly height: number;
}

/** Returns the items of a section between two places in the list, and the pages that have to be read for them. */
export function itemsBetween(
  { top, pages }: PlacedSection,
  from: number,
  to: number,
  isPhone: boolean,
): {
  readonly items: readonly PlacedItem[];
  readonly missing: readonly PlacedPage[];
  readonly wanted: readonly number[];
} {
  const items: PlacedItem[] = [];
  const missing: PlacedPage[] = [];
  const wanted: number[] = [];
  const begin = top + heights.band;
  for (const page of pages) {
    if (begin + page.top + page.height < from || begin + page.top > to) continue;
    wanted.push(page.page);
    if (!page.items) {
      missing.push(page);
      continue;
    }
    let inside = page.top;
    for (const item of page.items) {
      const height = heightOf(item, isPhone);
      if (begin + inside + height >= from && begin + inside <= to) items.push({ item, top: inside, height });
      inside += height;
    }
  }
  return { items, missing, wanted };
}
