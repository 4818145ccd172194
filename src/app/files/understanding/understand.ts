import { isArray, isNumber, jsonText, valueAt, type Json, type JsonObject } from '@/record/json';
import { isBlank, type FileRow } from '../reading/row';
import { fits, rowsOf } from '../reading/scan';
import { patchOf, type Given } from './change';
import { fieldsOf, type ImportField, type ImportKey, type Referenced } from './import-field';
import { leafText } from './cell-text';
import { looseField } from './match-columns';
import { readCell, readLike, unguarded, withZeros, type CellValue, type ProblemCode } from './read-cell';
import type { Plan } from './plan';
import { References } from './references';
import { asStored, taxOfLine, type ReadValue } from './stored-price';
import { keyText, StoredRecords, type StoredRecord } from './stored-records';
import type { Outcome, Refusal, Sink } from './understood';

/** How a barcode may be damaged. */
type Doubt = NonNullable<Extract<CellValue, { readonly value: Json }>['doubt']>;

interface Column {
  readonly at: number;
  readonly field: ImportField;
  readonly empties: boolean;
}

interface Line {
  readonly row: FileRow;
  readonly patch: string;
  readonly stored: StoredRecord | null;
}

/** Understands the lines of a file, in passes over it: what they look for, and what they say about what was found. */
export class Understanding {
  readonly plan: Plan;
  readonly #file: Blob;
  readonly #columns: readonly Column[];
  readonly #keys: readonly (ImportKey & { readonly column: Column })[];
  readonly #references = new Map<string, References>();
  /** By key: the values of the file, with how many lines have each. */
  readonly #values = new Map<string, Map<string, number>>();
  #stored: StoredRecords | null = null;

  constructor(file: Blob, plan: Plan) {
    this.plan = plan;
    this.#file = file;
    const fields = new Map(
      fieldsOf(plan.declaration, plan.references, plan.priceTax).map((field) => [field.key, field]),
    );
    this.#columns = plan.columns.flatMap(({ field: key, empties = false }, at) => {
      const field = key === null ? null : (fields.get(key) ?? looseField(key));
      return field ? [{ at, field, empties }] : [];
    });
    this.#keys = plan.declaration.keys.flatMap((key) => {
      const column = this.#columns.find(({ field }) => field.key === key.field);
      return column ? [{ ...key, column }] : [];
    });
    for (const [resource, records] of Object.entries(plan.references))
      this.#references.set(resource, new References(records));
  }

  /**
   * Reads what the lines look for, and returns the records to which the pages of the list are to be added. `known`: those
   * of an earlier plan with the same `signature`, which are complete already.
   */
  async collect(known?: StoredRecords): Promise<StoredRecords> {
    for (const key of this.#keys) this.#values.set(key.name, new Map());
    for await (const row of this.#lines()) {
      if (!this.#fits(row)) continue;
      for (const key of this.#keys) {
        const values = this.#values.get(key.name);
        for (const text of this.#keyTexts(key, row)) values?.set(text, (values.get(text) ?? 0) + 1);
      }
    }
    if (known) {
      this.#stored = known;
      return known;
    }
    const wanted = new Map([...this.#values].map(([name, values]) => [name, new Set(values.keys())]));
    // Prices are converted by the tax that the record has.
    const { taxedBy } = this.plan.declaration;
    const taxPath = this.plan.declaration.fields.find(({ key }) => key === taxedBy)?.path ?? [];
    const paths = this.#columns.map(({ field }) =>
      field.place === 'price' ? field.path.slice(0, 2) : field.path,
    );
    this.#stored = new StoredRecords(
      this.#keys,
      wanted,
      [['name'], ...[taxPath, ...paths].filter((path) => path.length > 0)],
      this.plan.company,
    );
    return this.#stored;
  }

  /** Returns the values by which a line may find a record: as they stand, and with zeros in front. */
  #keyTexts(key: ImportKey & { readonly column: Column }, row: FileRow): readonly string[] {
    const text = this.#text(key.column, row);
    if (text === '') return [];
    const reading = { ...this.plan.reading, zero: null };
    const read = readCell(key.column.field, text, row.kinds?.[key.column.at], reading);
    if (!('value' in read)) return [];
    // It may be stored as it is, or with its zeros.
    const texts = (isArray(read.value) ? read.value : [read.value]).flatMap((one) =>
      read.doubt === 'zero_offered' && typeof one === 'string' ? [one, withZeros(one)] : [one],
    );
    return [...new Set(texts.map((one) => keyText(one, key)))].filter((one) => one !== '');
  }

  #fits(row: FileRow): boolean {
    return fits(row, this.plan.header, this.plan.reading.isShortTaken);
  }

  /** Reads all lines and tells what they say. Call `collect` first, and add the pages of the list to what it returns. */
  async run(sink: Sink = {}): Promise<Outcome> {
    const stored = this.#stored;
    if (!stored) throw new Error('What the lines look for is not known yet');
    const { plan } = this;
    const counts = { created: 0, changed: 0, unchanged: 0, refused: 0 };
    const columns = plan.columns.map(() => ({ firstRead: null as string | null, refused: 0 }));
    const unknown = new Map<string, { resource: string; text: string; lines: number }>();
    const zeros = { count: 0, example: null as string | null };
    const checkDigits = { count: 0, example: null as string | null };
    let applyAt: string | null = null;
    const twice = this.#twice(stored);
    const held = new Map<string, Line[]>();
    let lines = 0;

    const refuse = (rows: readonly FileRow[], refusal: Omit<Refusal, 'lines'>) => {
      counts.refused += rows.length;
      const column = refusal.column === null ? undefined : columns[refusal.column];
      if (column) column.refused += rows.length;
      sink.refused?.({ ...refusal, lines: rows.map(({ line }) => line) }, rows);
    };
    const accept = ({ row, patch, stored: record }: Line) => {
      if (patch === '{}') {
        counts.unchanged += 1;
        return;
      }
      counts[record ? 'changed' : 'created'] += 1;
      sink.item?.({ recordId: record?.id ?? null, version: record?.version ?? null, patch, line: row.line });
    };

    for await (const row of this.#lines()) {
      lines += 1;
      if (lines % 1000 === 0) await sink.progress?.(lines);
      const broken = this.#fits(row) ? null : brokenness(row, plan.header);
      if (broken) {
        refuse([row], { column: null, text: row.cells.join(' ').trim().slice(0, 60), problem: broken });
        continue;
      }
      const result = this.#understand(row, stored);
      for (const { at, text, value } of result.read) {
        const column = columns[at];
        if (column && column.firstRead === null && text !== '') column.firstRead = value;
      }
      for (const [doubt, text] of [
        [zeros, result.zero],
        [checkDigits, result.checkDigit],
      ] as const)
        if (text !== null) {
          doubt.count += 1;
          doubt.example ??= text;
        }
      for (const { resource, text } of result.unknown) {
        const key = `${resource} ${text.toLowerCase()}`;
        const known = unknown.get(key) ?? { resource, text, lines: 0 };
        known.lines += 1;
        unknown.set(key, known);
      }
      if (result.refusal) {
        refuse([row], result.refusal);
        continue;
      }
      if (result.applyAt !== null) {
        applyAt ??= result.applyAt.value;
        if (applyAt !== result.applyAt.value) {
          refuse([row], { column: result.applyAt.at, text: result.applyAt.value, problem: 'several_dates' });
          continue;
        }
      }
      const line: Line = { row, patch: result.patch, stored: result.stored };
      const group = result.key === null ? null : groupOf(result.stored, result.key);
      if (group !== null && twice.has(group)) held.set(group, [...(held.get(group) ?? []), line]);
      else accept(line);
    }
    const keyColumn = this.#key()?.column;
    for (const same of held.values()) {
      const [first] = same;
      if (!first) continue;
      // Lines that say the same are no contradiction: the first one holds, and the others change nothing.
      if (same.every(({ patch }) => patch === first.patch)) {
        accept(first);
        counts.unchanged += same.length - 1;
      } else
        refuse(
          same.map(({ row }) => row),
          {
            column: keyColumn?.at ?? null,
            text: keyColumn ? this.#text(keyColumn, first.row) : '',
            problem: 'twice',
          },
        );
    }
    return {
      counts,
      columns,
      finds: this.#finds(stored),
      zeros,
      checkDigits,
      unknown: [...unknown.values()].toSorted((a, b) => b.lines - a.lines),
      applyAt,
    };
  }

  /** Names what decides which records are kept, and which of their fields. */
  get signature(): string {
    const { source, from, columns } = this.plan;
    return JSON.stringify([source, from, columns.map(({ field }) => field)]);
  }

  async *#lines(): AsyncGenerator<FileRow> {
    for await (const rows of rowsOf(this.#file, this.plan.source, this.plan.header))
      for (const row of rows) if (row.line > this.plan.headerLine && !isBlank(row)) yield row;
  }

  #key() {
    return this.#keys.find(({ name }) => name === this.plan.key);
  }

  #text({ at }: Column, row: FileRow): string {
    const text = row.cells[at] ?? '';
    return row.kinds ? text.trim() : unguarded(text.trim()).trim();
  }

  /** Reads a cell of a key or a plain field; null: it is empty. */
  #read(column: Column, row: FileRow): CellValue | null {
    const text = this.#text(column, row);
    return text === '' ? null : readCell(column.field, text, row.kinds?.[column.at], this.plan.reading);
  }

  /** Returns the records and new keys that several lines name. */
  #twice(stored: StoredRecords): ReadonlySet<string> {
    const counts = new Map<string, number>();
    for (const [text, count] of this.#values.get(this.plan.key) ?? []) {
      const group = groupOf(stored.find(this.plan.key, text)[0] ?? null, text);
      counts.set(group, (counts.get(group) ?? 0) + count);
    }
    return new Set([...counts].flatMap(([group, count]) => (count > 1 ? [group] : [])));
  }

  #finds(stored: StoredRecords): Record<string, number> {
    return Object.fromEntries(
      [...this.#values].map(([name, values]) => [
        name,
        [...values].reduce(
          (sum, [text, count]) => sum + (stored.find(name, text).length === 1 ? count : 0),
          0,
        ),
      ]),
    );
  }

  #understand(row: FileRow, records: StoredRecords) {
    const read: { at: number; text: string; value: string }[] = [];
    const unknown: { resource: string; text: string }[] = [];
    const result = {
      read,
      unknown,
      zero: null as string | null,
      checkDigit: null as string | null,
      refusal: null as Omit<Refusal, 'lines'> | null,
      applyAt: null as { at: number; value: string } | null,
      key: null as string | null,
      stored: null as StoredRecord | null,
      patch: '{}',
    };
    const refuse = (column: Column | null, problem: ProblemCode, names?: readonly string[]) => {
      result.refusal ??= {
        column: column?.at ?? null,
        text: column ? this.#text(column, row) : '',
        problem,
        ...(names ? { names } : {}),
      };
    };
    const key = this.#key();
    if (!key) {
      refuse(null, 'no_key');
      return result;
    }
    const found = this.#find(key, row, records);
    const doubted = (doubt: Doubt | undefined, text: string) => {
      if (doubt === 'zero_offered') result.zero ??= text;
      else if (doubt === 'check_digit') result.checkDigit ??= text;
    };
    doubted(found.doubt, this.#text(key.column, row));
    if ('problem' in found) {
      refuse(key.column, found.problem, found.names);
      return result;
    }
    result.key = found.key;
    result.stored = found.stored;
    const base = found.stored?.record ?? {};
    const given: Given[] = [];
    for (const column of this.#columns) {
      const { field, at, empties } = column;
      const text = this.#text(column, row);
      if (field.key === 'id' || (column === key.column && found.stored && field.place !== 'line')) {
        read.push({ at, text, value: column === key.column ? (found.key ?? text) : text });
        continue;
      }
      if (field.place === 'new' && found.stored) continue;
      if (text === '') {
        if (empties) given.push({ field, value: undefined });
        continue;
      }
      const stored = valueAt(base, field.path);
      // What our own export has written is the same, whatever it is.
      if (
        field.place === undefined &&
        field.stated === undefined &&
        leafText(stored) === text &&
        stored !== undefined
      ) {
        const named = field.references && this.#references.get(field.references)?.find(text);
        read.push({ at, text, value: named && 'name' in named ? shownReference(named) : text });
        continue;
      }
      if (field.place === 'add' && isArray(stored) && hasAll(stored, text)) {
        read.push({ at, text, value: text });
        continue;
      }
      const value = asStored(this.plan, field, this.#value(column, row, stored, unknown), () =>
        taxOfLine(this.plan, base, (taxField, of) => {
          const taxColumn = this.#columns.find((one) => one.field.key === taxField.key);
          if (!taxColumn || this.#text(taxColumn, row) === '') return null;
          return this.#value(taxColumn, row, of, []);
        }),
      );
      if ('problem' in value) {
        if (isDoubt(value.problem)) doubted(value.problem, text);
        refuse(column, value.problem);
        continue;
      }
      read.push({ at, text, value: value.shown });
      if (field.place === 'set') result.applyAt = { at, value: leafText(value.value) };
      else given.push({ field, value: value.value });
    }
    if (result.refusal) return result;
    if (!found.stored) this.#giveForNew(given);
    const made = patchOf(base, given, this.plan.from);
    if ('problem' in made) {
      refuse(this.#columns.find(({ field }) => field.key === made.field.key) ?? null, made.problem);
      return result;
    }
    result.patch = this.#patchText(made.patch, found.stored, refuse);
    return result;
  }

  #patchText(
    patch: JsonObject,
    stored: StoredRecord | null,
    refuse: (column: Column | null, problem: ProblemCode, names?: readonly string[]) => void,
  ): string {
    if (stored?.isOwn === false) {
      if (Object.keys(patch).length > 0) refuse(this.#key()?.column ?? null, 'of_parent', [stored.name]);
      return '{}';
    }
    if (!stored) {
      const missing = this.plan.declaration.required.filter((key) => {
        const field = this.plan.declaration.fields.find((one) => one.key === key);
        return valueAt(patch, field?.path ?? [key]) === undefined;
      });
      if (missing.length > 0) refuse(null, 'needs', missing);
    }
    return jsonText(patch);
  }

  /** Finds the record of a line. */
  #find(
    key: ImportKey & { readonly column: Column },
    row: FileRow,
    records: StoredRecords,
  ):
    | { readonly stored: StoredRecord | null; readonly key: string | null; readonly doubt?: Doubt }
    | { readonly problem: ProblemCode; readonly doubt?: Doubt; readonly names?: readonly string[] } {
    const read = this.#read(key.column, row);
    if (read === null) {
      // In a file of our own, a line without an id is a new record.
      return key.name === 'id' ? { stored: null, key: null } : { problem: 'no_key' };
    }
    if ('problem' in read) return { problem: read.problem };
    const values = isArray(read.value) ? read.value : [read.value];
    const asItIs = values.map((value) => keyText(value, key));
    const named = new Map(
      asItIs.flatMap((text) => records.find(key.name, text)).map((record) => [record.id, record]),
    );
    const [stored, other] = named.values();
    const [first = ''] = asItIs;
    if (stored && other) return { problem: 'finds_two', names: [stored.name, other.name] };
    // What a record has is no damage, whatever its digits are.
    if (stored) return { stored, key: values.length === 1 ? first : `of ${stored.id}` };
    if (key.name === 'id') return { problem: 'finds_none' };
    if (read.doubt !== undefined) return { problem: read.doubt, doubt: read.doubt };
    // The zeros were lost, and that was said: it stays in the offer.
    const original = this.#text(key.column, row).replaceAll(/\s/g, '');
    const isMended = key.column.field.kind === 'barcode' && read.value === withZeros(original);
    return {
      stored: null,
      key: first,
      ...(isMended && original !== read.value ? { doubt: 'zero_offered' as const } : {}),
    };
  }

  /** Adds what was chosen for all new records to a line that does not say it itself. */
  #giveForNew(given: Given[]): void {
    for (const [key, value] of Object.entries(this.plan.forNew)) {
      const field = this.plan.declaration.fields.find((one) => one.key === key);
      if (field && !given.some((one) => one.field.key === key && one.value !== undefined))
        given.push({ field, value });
    }
  }

  /** Reads a cell for its field; references become ids. */
  #value(
    column: Column,
    row: FileRow,
    stored: Json | undefined,
    unknown: { resource: string; text: string }[],
  ): ReadValue {
    const { field, at } = column;
    const text = this.#text(column, row);
    const cell = row.kinds?.[at];
    const read =
      field.kind === 'any'
        ? readLike(stored, text, cell, this.plan.reading)
        : readCell(field, text, cell, this.plan.reading);
    if ('problem' in read) return read;
    if (read.doubt !== undefined) {
      const list = isArray(stored) ? stored.map(codeOf) : [codeOf(stored)];
      const values = isArray(read.value) ? read.value : [read.value];
      if (!values.every((value) => list.includes(codeOf(value)))) return { problem: read.doubt };
    }
    if (isArray(read.value) && field.kind === 'barcode' && field.place !== 'add')
      return { problem: 'several_barcodes' };
    const { references: resource } = field;
    if (resource === undefined) return { value: read.value, shown: leafText(read.value) };
    const choice = this.plan.choices[resource]?.[text.toLowerCase()];
    if (choice === 'make') {
      const id = this.plan.made[resource]?.[text.toLowerCase()];
      if (id !== undefined) return { value: id, shown: text };
    }
    const name = typeof choice === 'object' ? choice.id : text;
    const found = this.#references.get(resource)?.find(name, stored) ?? { problem: 'no_reference' as const };
    if ('problem' in found) {
      if (found.problem === 'no_reference') unknown.push({ resource, text });
      return found;
    }
    return { value: found.id, shown: shownReference(found) };
  }
}

/** Whether a problem is a doubt, which a person may decide. */
const isDoubt = (problem: ProblemCode): problem is Doubt =>
  problem === 'zero_offered' || problem === 'check_digit';

/** Whether a list has every part of a text with semicolons, as our own lists write it. */
const hasAll = (list: readonly Json[], text: string): boolean =>
  text.split(/\s*;\s*/).every((part) => list.some((one) => codeOf(one) === part));

/** Returns a barcode as it is compared, text or number. */
const codeOf = (value: Json | undefined): string =>
  isNumber(value) ? value.value : typeof value === 'string' ? value : '';

/** What lines have in common that name the same record, or the same new one. */
const groupOf = (stored: StoredRecord | null, key: string): string => stored?.id ?? `new ${key}`;

const shownReference = ({ rate, name }: Referenced): string =>
  rate === undefined || name.includes('%') ? name : `${rate} % ${name}`;

function brokenness(row: FileRow, header: readonly string[]): ProblemCode {
  if (row.isBroken) return 'quote_open';
  return row.cells.length < header.length ? 'cells_missing' : 'cells_more';
}
