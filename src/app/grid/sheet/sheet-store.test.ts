import { describe, expect, it } from 'vitest';
import { isNumber, type Json } from '@/record/json';
import type { CellEditing } from '../../shell/screen';
import type { Row } from '../../data/row';
import { asItWouldBe, patchOf, withValues, type NewValue } from './pending';
import type { NewItem } from '../../changes/change-sets';
import { textOf } from '../../form/engine/number-text';
import { collectedCount, createSheetStore, type SheetPorts } from './sheet-store';

const price: CellEditing = { field: 'base_price', kind: 'decimal' };
const cost: CellEditing = { field: 'data.cost_price', kind: 'decimal', isNumber: true };
const row = (id: string, base_price = '3.20'): Row => ({
  id,
  active: true,
  base_price,
  version: 7,
  data: { cost_price: 1.1, unit: 'x' },
});
const value = (id: string, to: string): NewValue => ({ row: row(id), editing: price, value: to });

/** A service that holds drafts in memory and records what it is asked. */
function service(fails: () => boolean = () => false) {
  const asked: string[] = [];
  const taken: string[] = [];
  const drafts = new Map<string, Map<string, NewItem['patch']>>();
  let made = 0;
  /** Single cells that can be taken back, and those that can be saved again. */
  const singles = { undo: 0, redo: 0 };
  /** What holds the next writes up. */
  const held = { until: Promise.resolve() };
  const ports: SheetPorts = {
    keepsDrafts: true,
    async collect(items, into) {
      if (fails()) throw new Error('no network');
      const id = into ?? `draft-${(made += 1)}`;
      const draft = drafts.get(id) ?? new Map<string, NewItem['patch']>();
      for (const { recordId, patch } of items) draft.set(recordId ?? '', patch);
      drafts.set(id, draft);
      asked.push(`collect ${items.length} into ${into ?? 'a new one'}`);
      return id;
    },
    madeOf: ({ formulas, fields }) => ({ name: [...formulas, ...fields].join(', '), data: {} }),
    async rename(draft, { name }) {
      asked.push(`call ${draft} ${name}`);
    },
    async remove(draft, items) {
      asked.push(
        `remove ${items.map(({ recordId, pointers }) => recordId + (pointers?.join('') ?? '')).join()}`,
      );
      for (const { recordId, pointers } of items) if (!pointers) drafts.get(draft)?.delete(recordId);
    },
    async discard(draft) {
      asked.push(`discard ${draft}`);
    },
    async apply(items) {
      await held.until;
      if (fails()) throw new Error('no network');
      asked.push(`apply ${items.length}`);
      return {
        id: `set-${(made += 1)}`,
        rows: items.map(({ recordId }) => ({ ...row(recordId ?? '', '9'), version: 8 })),
        refused: [],
      };
    },
    async undo(set, records) {
      await held.until;
      if (fails()) throw new Error('no network');
      asked.push(`undo ${set}`);
      return { id: `undo-${set}`, rows: records.map((id) => row(id)), refused: [] };
    },
    undoSingle() {
      if (singles.undo === 0) return false;
      singles.undo -= 1;
      singles.redo += 1;
      asked.push('undo single');
      return true;
    },
    redoSingle() {
      if (singles.redo === 0) return false;
      singles.redo -= 1;
      singles.undo += 1;
      asked.push('redo single');
      return true;
    },
    onTaken: (cells) => taken.push(...cells),
    onRows: (rows) => asked.push(`rows ${rows.map(({ id }) => id).join()}`),
    onApplied: (_, isUndo) => asked.push(isUndo ? 'undone' : 'applied'),
    onFailed: () => asked.push('failed'),
  };
  return { asked, taken, drafts, singles, held, store: createSheetStore('plu', ports) };
}

/** A promise that is resolved later. */
function openPromise<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

const many = (count: number, to: string) => Array.from({ length: count }, (_, at) => value(`p${at}`, to));

describe('pending changes', () => {
  it('are the record as it would be, and a merge patch with exact numbers', () => {
    const pending = withValues(new Map(), [
      { row: row('a'), editing: price, value: '4.30' },
      { row: row('a'), editing: cost, value: '2.050' },
    ]).get('a');
    expect(asItWouldBe(row('a'), pending)).toMatchObject({
      base_price: '4.30',
      data: { cost_price: '2.050', unit: 'x' },
    });
    const patch = pending && patchOf(pending);
    const sent: Json | undefined = patch?.['data'];
    const number =
      typeof sent === 'object' && sent !== null && 'cost_price' in sent ? sent['cost_price'] : null;
    expect(isNumber(number) && number.value).toBe('2.050');
    expect(patch?.['base_price']).toBe('4.30');
  });

  it('go when a cell gets its stored value again', () => {
    const changed = withValues(new Map(), [value('a', '4.30')]);
    expect(changed.get('a')?.cells.get('base_price')).toMatchObject({ before: '3.20', after: '4.30' });
    expect(withValues(changed, [value('a', '3.20')]).size).toBe(0);
    expect(withValues(changed, [value('a', '3.2')]).size).toBe(0);
    // What is stored decides, and not the value that was pending in between.
    const again = withValues(changed, [{ row: row('a', '4.30'), editing: price, value: '5' }]);
    expect(again.get('a')?.cells.get('base_price')).toMatchObject({ before: '3.20', after: '5' });
  });
});

describe('the sheet of a list', () => {
  it('applies a change of fewer than 20 records at once, and shows it until it is stored', async () => {
    const { store, asked } = service();
    const stored = store.change(many(19, '4'));
    expect([store.get().pending.size, store.get().pending.get('p0')?.isSaving]).toEqual([19, true]);
    expect(collectedCount(store.get())).toEqual({ cells: 0, records: 0 });
    expect(await stored).toBe('applied');
    expect(asked.filter((one) => !one.startsWith('rows'))).toEqual(['apply 19', 'applied']);
    expect([store.get().pending.size, store.get().draft, store.get().isCollecting]).toEqual([0, null, false]);
  });

  it('applies no more at once than the person may: the rest waits in a draft', async () => {
    const { store, asked } = service();
    store.limit(5);
    expect(await store.change(many(5, '4'))).toBe('applied');
    store.limit(0);
    expect(await store.change(many(1, '5'))).toBe('collected');
    await store.flush();
    expect(asked.filter((one) => /^(apply|collect)/.test(one))).toEqual([
      'apply 5',
      'collect 1 into a new one',
    ]);
    expect(store.get().isCollecting).toBe(true);
  });

  it('says which cells have a new value, once it is stored or collected, and not where that failed', async () => {
    let isOffline = true;
    const { store, taken } = service(() => isOffline);
    expect(await store.change(many(2, '4'))).toBe('failed');
    expect(taken).toEqual([]);
    isOffline = false;
    await store.change(many(2, '4'));
    expect(taken.splice(0)).toEqual(['p0/base_price', 'p1/base_price']);
    store.collectChanges(true);
    await store.change([value('p3', '5')]);
    expect(taken).toEqual(['p3/base_price']);
  });

  it('collects a change of 20 records, a doubtful one, and every one while changes are collected', async () => {
    const large = service();
    expect(await large.store.change(many(20, '4'))).toBe('collected');
    expect(await large.store.flush()).toBe('draft-1');
    expect([large.asked, large.drafts.get('draft-1')?.size]).toEqual([['collect 20 into a new one'], 20]);
    expect(large.store.get().isCollecting).toBe(true);

    const doubtful = service();
    expect(await doubtful.store.change([{ ...value('a', '320'), doubt: 'ten times as much' }])).toBe(
      'collected',
    );

    const on = service();
    on.store.collectChanges(true);
    await on.store.change([value('a', '4')]);
    await on.store.change([value('b', '5')]);
    await on.store.flush();
    expect(on.drafts.get('draft-1')?.size).toBe(2);
    expect(on.asked.some((one) => one.startsWith('apply'))).toBe(false);
    expect(collectedCount(on.store.get())).toEqual({ cells: 2, records: 2 });
  });

  it('takes back in the order of what was done, and does it again', async () => {
    const { store, asked, singles } = service();
    await store.change([value('a', '4')]);
    singles.undo = 1;
    store.noteSingle(Promise.resolve(true));
    store.undo();
    store.undo();
    await expect.poll(() => asked.includes('undone')).toBe(true);
    expect(asked.filter((one) => /^(undo|apply) /.test(one))).toEqual([
      'apply 1',
      'undo single',
      'undo set-1',
    ]);
    await expect.poll(() => store.get().isBusy).toBe(false);
    store.redo();
    await expect.poll(() => asked.filter((one) => one === 'undo undo-set-1').length).toBe(1);
    store.redo();
    expect(asked.at(-1)).toBe('redo single');
  });

  it('takes back what was done last, also where something before it is stored later', async () => {
    const { store, asked, singles, held } = service();
    const slow = openPromise<void>();
    held.until = slow.promise;
    const applied = store.change([value('a', '4')]);
    const saved = openPromise<boolean>();
    store.noteSingle(saved.promise);
    store.collectChanges(true);
    await store.change([value('b', '5')]);
    slow.resolve();
    await applied;
    store.undo();
    await expect.poll(() => collectedCount(store.get()).cells).toBe(0);
    expect(asked.filter((one) => one.startsWith('undo'))).toEqual([]);
    // The single cell is still being saved: its undo waits for that.
    store.undo();
    store.undo();
    singles.undo = 1;
    saved.resolve(true);
    await expect.poll(() => asked.at(-1)).toBe('undone');
    expect(asked.filter((one) => one.startsWith('undo '))).toEqual(['undo single', 'undo set-2']);
  });

  it('collects a cell of a record that is being stored over what is stored then, and takes that cell alone back', async () => {
    const { store, drafts, held } = service();
    const slow = openPromise<void>();
    held.until = slow.promise;
    const applied = store.change([value('a', '4')]);
    store.collectChanges(true);
    const collected = store.change([{ row: row('a'), editing: cost, value: '2' }]);
    store.undo();
    store.redo();
    slow.resolve();
    await Promise.all([applied, collected]);
    await expect.poll(() => collectedCount(store.get())).toEqual({ cells: 1, records: 1 });
    await store.flush();
    expect([...(store.get().pending.get('a')?.cells.keys() ?? [])]).toEqual(['data.cost_price']);
    expect(store.get().pending.get('a')?.row['base_price']).toBe('9');
    expect(Object.keys([...drafts.values()][0]?.get('a') ?? {})).toEqual(['data']);
    store.undo();
    await expect.poll(() => store.get().pending.size).toBe(0);
  });

  it('does again only what is not over by a newer change, and tries again what could not be taken back', async () => {
    let isOffline = false;
    const { store, asked, held } = service(() => isOffline);
    await store.change([value('a', '4')]);
    isOffline = true;
    store.undo();
    await expect.poll(() => asked.at(-1)).toBe('failed');
    isOffline = false;
    const slow = openPromise<void>();
    held.until = slow.promise;
    store.undo();
    store.collectChanges(true);
    await store.change([value('b', '5')]);
    slow.resolve();
    await expect.poll(() => asked.at(-1)).toBe('undone');
    store.redo();
    store.undo();
    await expect.poll(() => collectedCount(store.get()).cells).toBe(0);
    store.redo();
    await expect.poll(() => collectedCount(store.get()).cells).toBe(1);
    expect(asked.filter((one) => one.startsWith('undo '))).toEqual(['undo set-1']);
  });

  it('takes back single cells that were saved before it was there, and then does nothing', async () => {
    const { store, asked, singles } = service();
    singles.undo = 1;
    store.undo();
    store.undo();
    store.redo();
    store.redo();
    await expect.poll(() => asked.length).toBe(2);
    await store.flush();
    expect(asked).toEqual(['undo single', 'redo single']);
  });

  it('takes collected changes back in the draft, cell by cell', async () => {
    const { store, drafts, asked } = service();
    store.collectChanges(true);
    await store.change([value('a', '4')]);
    await store.change([
      { row: row('a'), editing: price, value: '5' },
      { row: row('a'), editing: cost, value: '2' },
    ]);
    await store.flush();
    store.undo();
    expect(store.get().pending.get('a')?.cells.get('base_price')?.after).toBe('4');
    await store.flush();
    expect(asked).toContain('remove a/data/cost_price');
    store.undo();
    await store.flush();
    expect([store.get().pending.size, drafts.get('draft-1')?.size]).toEqual([0, 0]);
    store.redo();
    await store.flush();
    expect(drafts.get('draft-1')?.get('a')).toEqual({ base_price: '4' });
  });

  it('keeps what the draft could not be told, and tells it with the next change', async () => {
    let isDown = true;
    const { store, drafts } = service(() => isDown);
    store.collectChanges(true);
    await store.change([value('a', '4')]);
    expect(await store.flush()).toBeNull();
    expect([store.get().syncError !== null, store.get().pending.size]).toEqual([true, 1]);
    isDown = false;
    await store.change([value('b', '5')]);
    await store.flush();
    expect([store.get().syncError, drafts.get('draft-1')?.size]).toEqual([null, 2]);
  });

  it('forgets a discarded draft, and shows nothing of a change that failed', async () => {
    let isDown = false;
    const { store, asked } = service(() => isDown);
    store.collectChanges(true);
    await store.change([value('a', '4')]);
    await store.flush();
    await store.discard();
    expect([asked.at(-1), store.get().pending.size, store.get().draft]).toEqual(['discard draft-1', 0, null]);
    store.undo();
    expect(store.get().pending.size).toBe(0);
    store.collectChanges(false);
    isDown = true;
    expect(await store.change([value('a', '4')])).toBe('failed');
    expect([asked.at(-1), store.get().pending.size]).toEqual(['failed', 0]);
  });
});

describe('the name of a draft', () => {
  it('follows what is in it: formulas, and fields that were changed by hand', async () => {
    const { store, asked } = service();
    await store.change(many(20, '4'), { name: 'Prices: +5 %', data: { formula: '+5 %' } });
    await store.flush();
    expect(store.get().name).toBe('+5 %');
    await store.change([{ row: row('p1'), editing: cost, value: '2' }]);
    await store.flush();
    expect([asked.at(-1), store.get().name]).toEqual([
      'call draft-1 +5 %, data.cost_price',
      '+5 %, data.cost_price',
    ]);
    // The same fields again are no other name.
    await store.change([{ row: row('p2'), editing: cost, value: '2' }]);
    await store.flush();
    expect(asked.filter((one) => one.startsWith('call'))).toHaveLength(1);
    store.undo();
    store.undo();
    await store.flush();
    expect(asked.at(-1)).toBe('call draft-1 +5 %');
  });
});

describe('the sheet of a list where the server keeps no change sets', () => {
  /** A server that stores record by record, and refuses some. */
  function server() {
    const asked: string[] = [];
    const prices = new Map<string, string>();
    const refuses = new Set<string>();
    const never = (): never => {
      throw new Error('There are no change sets');
    };
    const ports: SheetPorts = {
      keepsDrafts: false,
      madeOf: () => ({ name: '', data: {} }),
      rename: never,
      collect: never,
      remove: never,
      discard: never,
      undo: never,
      async apply(items) {
        asked.push(`apply ${items.length}`);
        for (const { recordId, patch } of items)
          if (!refuses.has(recordId ?? '')) prices.set(recordId ?? '', textOf(patch['base_price']));
        const ids = items.map(({ recordId }) => recordId ?? '');
        return {
          id: null,
          rows: ids.map((id) => ({ ...row(id, prices.get(id)), version: undefined })),
          refused: ids.flatMap((id) => (refuses.has(id) ? [{ id, field: null, text: 'no' }] : [])),
        };
      },
      undoSingle: () => false,
      redoSingle: () => false,
      onTaken: () => undefined,
      onRows: () => undefined,
      onApplied: ({ refused }, isUndo) =>
        asked.push(`${isUndo ? 'undone' : 'applied'}, ${refused.length} refused`),
      onFailed: () => asked.push('failed'),
    };
    return { asked, prices, refuses, store: createSheetStore('plu', ports) };
  }

  it('stores few records at once, and takes them back and stores them again', async () => {
    const { store, asked, prices } = server();
    expect(await store.change(many(2, '4'))).toBe('applied');
    expect([...prices.values()]).toEqual(['4', '4']);
    store.undo();
    await expect.poll(() => [...prices.values()]).toEqual(['3.20', '3.20']);
    store.redo();
    await expect.poll(() => [...prices.values()]).toEqual(['4', '4']);
    expect(asked).toContain('undone, 0 refused');
    expect(store.get().pending.size).toBe(0);
  });

  it('keeps many waiting until they are saved, and of these what was refused, until it is stored', async () => {
    const { store, prices, refuses } = server();
    expect(await store.change(many(20, '4'))).toBe('collected');
    expect(await store.flush()).toBeNull();
    expect([prices.size, collectedCount(store.get()).records, store.get().isCollecting]).toEqual([
      0,
      20,
      true,
    ]);
    refuses.add('p3');
    await store.save();
    expect([prices.size, [...store.get().pending.keys()]]).toEqual([19, ['p3']]);
    expect(store.get().pending.get('p3')?.cells.get('base_price')).toMatchObject({ after: '4' });
    refuses.clear();
    await store.save();
    expect([prices.get('p3'), store.get().pending.size, store.get().isCollecting]).toEqual(['4', 0, false]);
  });

  it('forgets what waits when it is discarded', async () => {
    const { store, prices } = server();
    await store.change(many(20, '4'));
    await store.discard();
    expect([prices.size, store.get().pending.size, store.get().isCollecting]).toEqual([0, 0, false]);
  });
});
