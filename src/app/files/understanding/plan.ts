import type { Source } from '../reading/scan';
import type { ImportDeclaration, Referenced, TakenColumn } from './import-field';
import type { CellReading } from './read-cell';
import type { ReferenceChoice } from './references';

/** Everything that decides what a file says: plain data, for a worker. */
export interface Plan {
  readonly declaration: ImportDeclaration;
  readonly source: Source;
  readonly headerLine: number;
  readonly header: readonly string[];
  readonly reading: CellReading;
  readonly columns: readonly TakenColumn[];
  /** Name of the key by which lines find their records. */
  readonly key: string;
  /** The supplier whose file it is. */
  readonly from: string | null;
  /** By resource: the records that cells may name. */
  readonly references: Readonly<Record<string, readonly Referenced[]>>;
  /** By resource and text of the file in lower case: what a person decided about it. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, ReferenceChoice>>>>;
  /** By resource and name: the ids of records that the set makes. */
  readonly made: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What the company says of whether its prices hold tax; null: nothing. */
  readonly priceTax: boolean | null;
  /** The own company; null where there is no other. */
  readonly company: string | null;
  /** By key of a field: the id that new records get where the file gives none. */
  readonly forNew: Readonly<Record<string, string>>;
}
