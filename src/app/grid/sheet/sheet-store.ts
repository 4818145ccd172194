import type { JsonObject } from '@/record/json';
import type { NewItem } from '../../changes/change-sets';
import { previewFrom } from '../../changes/use-most-at-once';
import { createListeners } from '@/ui/state/listeners';
import { isNewer, type Row } from '../../data/row';
import { cellKey, cellValue } from '../edit/cell-edits';
import { createSteps, type Step } from './steps';
import {
  contentOf,
  patchOf,
  pendingCells,
  pointerOfField,
  withValues,
  type Content,
  type NewValue,
  type Pending,
  type PendingRecord,
} from './pending';

/** What came of a change that was stored at once. */
export interface Applied {
  /** The change set; null where the server keeps none, and each record was stored by itself. */
  readonly id: string | null;
  /** The records as they are now. */
  readonly rows: readonly Row[];
  /** What was not applied: the record, the field if it is known, and why. */
  readonly refused: readonly { readonly id: string; readonly field: string | null; readonly text: string }[];
}

/** What a change set is called that is made of changed cells, and what it keeps of how it came about. */
export interface Made {
  readonly name: string;
  readonly data: JsonObject;
}

/** What the store needs of the service. */
export interface SheetPorts {
  /** Whether the server keeps what is collected as drafts of change sets; elsewhere it waits in this tab. */
  readonly keepsDrafts: boolean;
  /** Adds items to a draft, or to a new one; returns its id. */
  collect: (items: readonly NewItem[], into: string | null, made: Made) => Promise<string>;
  /** Returns what a draft is called by what its changes come from. */
  madeOf: (content: Content) => Made;
  /** Calls a draft by its content again, unless a person has named it. */
  rename: (draft: string, made: Made) => Promise<void>;
  /** Takes values out of a draft. */
  remove: (
    draft: string,
    items: readonly { recordId: string; pointers?: readonly string[] }[],
  ) => Promise<void>;
  discard: (draft: string) => Promise<void>;
  apply: (items: readonly NewItem[], made: Made | undefined, records: Pending) => Promise<Applied>;
  /** Takes an applied set back; the result is the set that did. */
  undo: (set: string, records: readonly string[]) => Promise<Applied>;
  /** Takes back the single cell that was saved last; returns false if there is none. */
  undoSingle: () => boolean;
  redoSingle: () => boolean;
  /** Called with the keys of cells that have a new value: what was typed into one before, and not saved, is gone. */
  onTaken: (cells: readonly string[]) => void;
  /** Called with records that were written. */
  onRows: (rows: readonly Row[]) => void;
  onApplied: (applied: Applied, isUndo: boolean) => void;
  onFailed: (error: unknown) => void;
}

/** The state of the sheet; replaced by a new object with every change. */
export interface SheetState {
  readonly pending: Pending;
  readonly draft: string | null;
  /** What the draft is called, if what began it has a name: a formula. */
  readonly name: string | null;
  /** When the draft was written last, in milliseconds. */
  readonly keptAt: number | null;
  /** Whether changes wait in a draft instead of being stored one by one. */
  readonly isCollecting: boolean;
  /** The most records that are changed without a draft (`useMostAtOnce`). */
  readonly mostAtOnce: number;
  /** Why the draft could not be written; null if it is. */
  readonly syncError: unknown;
  /** Whether something is being applied, or written to the draft. */
  readonly isBusy: boolean;
}

/** How a change of several cells is stored. */
export type Stored = 'collected' | 'applied' | 'failed';

/**
 * The changes of a list that is worked on as a sheet. Changes of few records (`limit`) are applied at once, as one
 * change set; others, and all while changes are collected, wait in a draft that the service keeps. Where the server keeps
 * no change sets they wait in this tab, and are stored record by record. The store lives outside of React, so that what was begun outlives the page.
 */
export interface SheetStore {
  get: () => SheetState;
  subscribe: (listener: () => void) => () => void;
  /** Changes cells. Resolves to what became of it; `made` says how the change came about. */
  change: (values: readonly NewValue[], made?: Made) => Promise<Stored>;
  collectChanges: (isCollecting: boolean) => void;
  /** Sets how many records are changed without a draft. */
  limit: (mostAtOnce: number) => void;
  /** Shows a draft that the service has. */
  restore: (draft: KeptDraft) => void;
  /** Notes that a single cell is being saved by itself; `work` resolves to whether it was. */
  noteSingle: (work: Promise<boolean>) => void;
  undo: () => void;
  redo: () => void;
  discard: () => Promise<void>;
  /** Writes what is not in the draft yet; resolves to the draft, or null if there is none or it failed. */
  flush: () => Promise<string | null>;
  /** Stores what was collected, record by record; what is refused stays collected. Where no drafts are kept. */
  save: () => Promise<void>;
}

/** A draft of the list, as the service keeps it. */
export interface KeptDraft {
  readonly id: string;
  readonly pending: Pending;
  readonly name: string | null;
  readonly keptAt: number | null;
}

/**
 * Whether a change of so many records waits in a draft, and is not stored at once: so do large ones, those with a value to
 * look at, and all while changes are collected.
 */
export const isCollected = (
  { isCollecting, mostAtOnce }: SheetState,
  records: number,
  values: readonly Pick<NewValue, 'doubt'>[] = [],
): boolean => isCollecting || records > mostAtOnce || values.some(({ doubt }) => doubt !== undefined);

/** Returns how many records values are of. */
export const recordsOf = (values: readonly NewValue[]): number =>
  new Set(values.map(({ row }) => row.id)).size;

/** Creates the sheet of one list. */
export function createSheetStore(resource: string, ports: SheetPorts): SheetStore {
  let state: SheetState = {
    pending: new Map(),
    draft: null,
    name: null,
    keptAt: null,
    isCollecting: false,
    mostAtOnce: previewFrom - 1,
    syncError: null,
    isBusy: false,
  };
  const listeners = createListeners();
  const steps = createSteps();
  /** Records whose changes the draft does not have yet, with the fields that it has and that are to go. */
  const unsent = new Map<string, Set<string>>();
  /** What the draft was last called by its content; null if that is not known. */
  let called: string | null = null;
  let syncing: Promise<string | null> | null = null;
  /** What is being applied or taken back: the next step waits for it. */
  let applying: Promise<unknown> | null = null;
  const update = (next: Partial<SheetState>) => {
    state = { ...state, ...next };
    listeners.notify();
  };

  const itemOf = ({ row, ...record }: PendingRecord): NewItem => ({
    resource,
    recordId: row.id,
    version: typeof row['version'] === 'number' ? row['version'] : null,
    patch: patchOf({ row, ...record }),
  });

  /** Records as they were written here, which the list may not show yet. */
  const written = new Map<string, Row>();
  const newest = (row: Row): Row => {
    const own = written.get(row.id);
    return own && isNewer(own, row) ? own : row;
  };
  const ofNewest = (values: readonly NewValue[]): NewValue[] =>
    values.map((value) => ({ ...value, row: newest(value.row) }));
  const accept = (rows: readonly Row[]) => {
    for (const row of rows) written.set(row.id, row);
    ports.onRows(rows);
  };

  /** Applies records at once, in their turn. What they would be is shown until they are. */
  async function apply(given: readonly NewValue[], how?: Made): Promise<Stored> {
    const applied = inTurn(async () => {
      const mine = withValues(new Map(), ofNewest(given), true);
      return mine.size === 0 ? 'nothing' : storeAtOnce(mine, how);
    });
    steps.push(applied.then((step) => (step === 'nothing' ? null : step)));
    return (await applied) === null ? 'failed' : 'applied';
  }

  /**
   * Stores records at once; returns the step that takes it back, or null if it failed. A change that no change set keeps
   * stays where it is refused.
   */
  async function storeAtOnce(
    mine: Pending,
    how?: Made,
    as: 'change' | 'undo' | 'redo' = 'change',
  ): Promise<Step | null> {
    update({ pending: new Map([...state.pending, ...mine]), isBusy: true });
    const finish = (rows: readonly Row[], left: ReadonlySet<string>) => {
      accept(rows);
      const pending = new Map(state.pending);
      for (const [id, record] of mine) {
        if (pending.get(id) !== record) continue;
        if (left.has(id)) pending.set(id, waitingAgain(record, rows));
        else pending.delete(id);
      }
      update({ pending, isBusy: false });
      if (!ports.keepsDrafts) update({ isCollecting: pending.size > 0 });
    };
    try {
      const applied = await ports.apply([...mine.values()].map(itemOf), how, mine);
      const refused = new Set(applied.refused.map(({ id }) => id));
      const stored = [...mine].filter(([id]) => !refused.has(id));
      ports.onTaken(
        stored.flatMap(([id, { cells }]) => [...cells.keys()].map((field) => cellKey(id, field))),
      );
      finish(applied.rows, applied.id === null && as === 'change' ? refused : new Set());
      ports.onApplied(applied, as === 'undo');
      return stepOf(applied, mine);
    } catch (error) {
      finish([], new Set());
      ports.onFailed(error);
      return null;
    }
  }

  function collect(values: readonly NewValue[]): readonly NewValue[] {
    const before = values.map(({ row, editing }): NewValue => {
      const was = state.pending.get(row.id);
      const cell = was?.cells.get(editing.field);
      const base = was?.row ?? row;
      return { row: base, editing, value: cell ? cell.after : cellValue(base, editing.field), by: cell?.by };
    });
    for (const { row, editing } of values) {
      const fields = unsent.get(row.id) ?? new Set<string>();
      unsent.set(row.id, fields.add(editing.field));
    }
    ports.onTaken(values.map(({ row, editing }) => cellKey(row.id, editing.field)));
    update({ pending: withValues(state.pending, values) });
    void sync();
    return before;
  }

  /** Collects values of records as they were written last; returns the step that takes it back, null if there is none. */
  function collectStep(values: readonly NewValue[]): Step | null {
    const after = ofNewest(values);
    const before = collect(after);
    return before.length > 0 ? { kind: 'collected', before, after } : null;
  }

  /** Writes the draft, one request after the other: later changes go with the next one. */
  function sync(): Promise<string | null> {
    syncing ??= write().finally(() => {
      syncing = null;
    });
    return syncing;
  }

  async function write(): Promise<string | null> {
    update({ isBusy: true, syncError: null });
    try {
      while (unsent.size > 0) {
        const work = new Map(unsent);
        unsent.clear();
        try {
          await send(work);
        } catch (error) {
          for (const [id, fields] of work)
            unsent.set(id, new Set([...fields, ...(unsent.get(id) ?? new Set<string>())]));
          throw error;
        }
      }
      return state.draft;
    } catch (error) {
      update({ syncError: error });
      return null;
    } finally {
      update({ isBusy: false });
    }
  }

  async function send(work: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const gone: { recordId: string; pointers?: readonly string[] }[] = [];
    const items: NewItem[] = [];
    for (const [id, fields] of work) {
      const record = state.pending.get(id);
      const without = [...fields].filter((field) => !record?.cells.has(field));
      if (!record) gone.push({ recordId: id });
      else if (without.length > 0) gone.push({ recordId: id, pointers: without.map(pointerOfField) });
      if (record && !record.isSaving) items.push(itemOf(record));
    }
    if (gone.length > 0 && state.draft !== null) await ports.remove(state.draft, gone);
    if (ports.keepsDrafts && (items.length > 0 || state.draft !== null)) await keepNamed(items);
    update({ keptAt: Date.now() });
  }

  /** Adds items to the draft, and lets its name follow what is in it. */
  async function keepNamed(items: readonly NewItem[]): Promise<void> {
    const content = contentOf(state.pending);
    const made = ports.madeOf(content);
    const before = state.draft;
    const draft = items.length > 0 ? await ports.collect(items, before, made) : before;
    const isEmpty = content.formulas.length + content.fields.length === 0;
    if (draft !== null && draft === before && made.name !== called && !isEmpty)
      // What is kept counts; what it is called is caught up with by the next change.
      await ports.rename(draft, made).catch(() => undefined);
    if (!isEmpty) called = made.name;
    update({ draft, name: content.formulas.length > 0 ? made.name : null });
  }

  /** Runs at once, or after what is being applied. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = applying ? applying.then(work) : work();
    const ended = turn
      .catch(() => undefined)
      .then(() => {
        if (applying === ended) applying = null;
      });
    applying = ended;
    return turn;
  }

  /** Takes the latest step back, or does the next one again: once what was begun before is stored. What fails can be tried again. */
  async function turn(isUndo: boolean): Promise<void> {
    const turnSingle = isUndo ? ports.undoSingle : ports.redoSingle;
    for (let place = steps.next(isUndo); place; place = steps.next(isUndo)) {
      const { step } = place;
      if (step instanceof Promise) await step;
      else if (step.kind === 'single' && !turnSingle()) steps.remove(place);
      else {
        if (!isUndo) place.isDone = true;
        const turned = await turnStep(step, isUndo);
        place.step = turned ?? step;
        if (isUndo === (turned !== null)) steps.undone(place);
        return;
      }
    }
    // The first single cells may have been saved before the sheet was loaded.
    if (turnSingle()) steps.addFirst({ kind: 'single' }, !isUndo);
  }

  /** Returns the step as it is to be turned the next time, or null if it failed. */
  async function turnStep(step: Step, isUndo: boolean): Promise<Step | null> {
    if (step.kind === 'collected') collect(isUndo ? step.before : step.after);
    else if (step.kind === 'records') {
      const values = withValues(new Map(), isUndo ? step.before : step.after, true);
      return (await storeAtOnce(values, undefined, isUndo ? 'undo' : 'redo')) && step;
    } else if (step.kind === 'set') {
      update({ isBusy: true });
      try {
        const applied = await ports.undo(step.id, step.records);
        accept(applied.rows);
        ports.onApplied(applied, isUndo);
        return { ...step, id: applied.id ?? step.id };
      } catch (error) {
        ports.onFailed(error);
        return null;
      } finally {
        update({ isBusy: false });
      }
    }
    return step;
  }

  const forget = () => {
    unsent.clear();
    called = null;
    steps.forgetCollected();
    update({ pending: new Map(), draft: null, name: null, keptAt: null, syncError: null });
  };

  return {
    get: () => state,
    subscribe: listeners.subscribe,
    async change(values, how) {
      if (!isCollected(state, recordsOf(values), values)) return apply(values, how);
      // What waits in a draft and what is stored at once must not be mixed up.
      if (!state.isCollecting) update({ isCollecting: true });
      const formula = how?.data['formula'];
      const by = typeof formula === 'string' ? formula : undefined;
      const named = values.map((value) => ({ ...value, by }));
      // A draft is made of records as they are stored: one that is being stored is waited for, and keeps its own values.
      const isBeingStored = values.some(({ row }) => state.pending.get(row.id)?.isSaving);
      const step = isBeingStored ? inTurn(async () => collectStep(named)) : collectStep(named);
      if (step) steps.push(step);
      await step;
      return 'collected';
    },
    collectChanges: (isCollecting) => update({ isCollecting }),
    limit: (mostAtOnce) => update({ mostAtOnce }),
    restore: ({ id, pending, name, keptAt }) =>
      update({ draft: id, pending, name, keptAt, isCollecting: state.isCollecting || pending.size > 0 }),
    noteSingle: (work) => steps.push(work.then((isSaved) => (isSaved ? { kind: 'single' } : null))),
    undo: () => void inTurn(() => turn(true)),
    redo: () => void inTurn(() => turn(false)),
    async discard() {
      await syncing;
      const { draft } = state;
      if (draft !== null) await ports.discard(draft);
      forget();
      if (!ports.keepsDrafts) update({ isCollecting: false });
    },
    async flush() {
      await syncing;
      return unsent.size > 0 ? sync() : state.draft;
    },
    async save() {
      await syncing;
      const waiting = [...state.pending].filter(([, { isSaving }]) => !isSaving);
      if (waiting.length === 0) return;
      steps.forgetCollected();
      const mine = new Map(waiting.map(([id, record]) => [id, { ...record, isSaving: true }]));
      const saved = inTurn(() => storeAtOnce(mine));
      steps.push(saved);
      await saved;
    },
  };
}

/** Returns how many cells of how many records wait in the draft. */
export function collectedCount({ pending }: SheetState): { cells: number; records: number } {
  const waiting = new Map([...pending].filter(([, { isSaving }]) => !isSaving));
  return { cells: pendingCells(waiting), records: waiting.size };
}

/** Returns a refused record as it waits to be stored again: over what somebody else has made of it meanwhile. */
function waitingAgain(record: PendingRecord, rows: readonly Row[]): PendingRecord {
  const row = rows.find(({ id }) => id === record.row.id) ?? record.row;
  const cells = [...record.cells].map(
    ([field, cell]) => [field, { ...cell, before: cellValue(row, field) }] as const,
  );
  return { row, cells: new Map(cells), isSaving: false };
}

/** Returns the step that takes back what was stored: the change set, or the values of the records that were. */
function stepOf({ id, rows, refused }: Applied, mine: Pending): Step {
  if (id !== null) return { kind: 'set', id, records: [...mine.keys()] };
  const left = new Set(refused.map((one) => one.id));
  const stored = rows.filter((row) => !left.has(row.id));
  const values = (of: (record: PendingRecord, row: Row) => readonly NewValue[]) =>
    stored.flatMap((row) => {
      const record = mine.get(row.id);
      return record ? of(record, row) : [];
    });
  return {
    kind: 'records',
    before: values(({ cells }, row) =>
      [...cells.values()].map(({ editing, before }) => ({ row, editing, value: before })),
    ),
    after: values(({ row, cells }) =>
      [...cells.values()].map(({ editing, after }) => ({ row, editing, value: after })),
    ),
  };
}
