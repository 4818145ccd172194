import papaparse from 'papaparse';
import { separators } from '../reading/csv-rows';
import type { FileRow } from '../reading/row';
import type { Plan } from './plan';
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
