import papaparse from 'papaparse';
import { refusedLimits, refusedSize, type NewRefusedLines } from '@/contract/change-set-refused';
import { separators } from '../reading/csv-rows';
import type { FileRow } from '../reading/row';
import type { Plan } from './plan';
import type { Understanding } from './understand';
import type { Refusal } from './understood';

/**
 * Writes the refused lines as a CSV file with the columns of theirs and the reason at the end, so that they can be
 * corrected and imported again. UTF-8, with the separator of the file.
 */
export class RefusedFile {
  readonly #delimiter: string;
  readonly #lines: { readonly line: number; readonly text: string }[] = [];
  readonly #head: string;
  readonly #width: number;
  readonly #reason: (refusal: Refusal) => string;

  constructor({ source, header }: Plan, reasonHead: string, reason: (refusal: Refusal) => string) {
    this.#delimiter = source.format === 'csv' ? separators[source.separator] : ';';
    this.#width = header.length;
    this.#reason = reason;
    this.#head = this.#text([...header, reasonHead]);
  }

  #text(cells: readonly string[]): string {
    return `${papaparse.unparse([[...cells]], { delimiter: this.#delimiter })}\r\n`;
  }

  add(refusal: Refusal, rows: readonly FileRow[]): void {
    for (const { line, cells } of rows) {
      const padded = Array.from({ length: Math.max(this.#width, cells.length) }, (_, at) => cells[at] ?? '');
      this.#lines.push({ line, text: this.#text([...padded, this.#reason(refusal)]) });
    }
  }

  /** Returns the file, its lines in the order of the one they came from. */
  blob(): Blob {
    const lines = this.#lines.toSorted((a, b) => a.line - b.line).map(({ text }) => text);
    return new Blob(['\uFEFF', this.#head, ...lines], { type: 'text/csv;charset=utf-8' });
  }
}

/** Refused lines as a change set keeps them. */
export type KeptLines = Omit<NewRefusedLines, 'resource'>;

/** What no service stores as text: NUL, and halves of characters. */
const unstorable = /[\0\p{Cs}]/gu;
const storable = (text: string): string => text.replaceAll(unstorable, '\uFFFD');

/** Returns the refused lines that a change set keeps, in their order: the first ones, as far as its limits go. */
export async function keptLines(understanding: Understanding): Promise<KeptLines> {
  const all: KeptLines['lines'] = [];
  await understanding.run({
    refused: ({ column, problem, names, lines }, rows) => {
      const why = {
        column,
        code: problem,
        ...(names && { names: names.slice(0, 100).map((name) => storable(name).slice(0, 400)) }),
        ...(lines.length > 1 && { lines: lines.slice(0, 100) }),
      };
      for (const { line, cells } of rows) all.push({ line, cells: cells.map(storable), problems: [why] });
    },
  });
  const header = understanding.plan.header.map(storable);
  const { lines, bytes, lineBytes, cells } = refusedLimits;
  const head = refusedSize({ cells: header, problems: [] });
  const kept: KeptLines['lines'] = [];
  if (head > lineBytes) return { header: [], lines: kept };
  let size = head;
  for (const line of all.toSorted((a, b) => a.line - b.line)) {
    const more = refusedSize(line);
    if (kept.length === lines || size + more > bytes) break;
    if (more > lineBytes || line.cells.length > cells) continue;
    kept.push(line);
    size += more;
  }
  return { header, lines: kept };
}
