import type { Me } from '@/contract/session';
import { pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import type { Resource } from '@/contract/resource';
import type { Row } from '../../data/row';
import type { Format } from '../../i18n/formats';
import { sameValue, valueAt, type JsonObject, type Path } from '@/record/json';

/** A record that is to be stored. `stored`: as it is now, or null for a new one. */
export interface Checked {
  readonly record: JsonObject;
  readonly stored: JsonObject | null;
}

/** What a check found at a place of the record; `key` names a text of the resource. */
export interface Finding {
  readonly path: Path;
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** What a check reads besides the record. */
export interface CheckContext {
  /** Who is signed in, in which company; null on a generic server. */
  readonly me: Me | null;
  readonly format: Format;
  /** Returns the other active records of the resource that have this value of a filter. */
  readonly others: (filter: string, value: string) => Promise<readonly Row[]>;
  /** Returns the first of the other active records of the resource that a search finds. */
  readonly search: (text: string) => Promise<readonly Row[]>;
  /** Returns how many active records of another resource have this value of a filter. */
  readonly count: (resource: Resource, filter: string, value: string) => Promise<number>;
  /** Returns a record of another resource; null if it is not visible. */
  readonly record: (resource: Resource, id: string) => Promise<Row | null>;
}

/**
 * The checks of a resource beyond its contract: what the interface accepts and a person hardly means. Only values that
 * were changed are reported: what is stored must not prevent another change.
 */
export interface RecordChecks {
  /** Finds what can never be right; it is refused at its field. */
  readonly wrong?: (checked: Checked, context: Pick<CheckContext, 'me' | 'format'>) => readonly Finding[];
  /** Finds what may be meant; it is asked about once. */
  readonly doubtful?: (checked: Checked, context: CheckContext) => Promise<readonly Finding[]>;
  /** Returns the record without rows that were added and left empty. */
  readonly tidy?: (checked: Checked) => JsonObject;
}

/** The checks of a form, with their messages in the user's language. */
export interface FormChecks {
  readonly wrong: (record: JsonObject, stored: JsonObject | null) => readonly FieldProblem[];
  /** Returns what is doubtful and was not asked about before; it counts as asked from then on. */
  readonly newDoubts: (record: JsonObject, stored: JsonObject | null) => Promise<readonly FieldProblem[]>;
  readonly tidy: (record: JsonObject, stored: JsonObject | null) => JsonObject;
}

/** The checks of a resource that has none of its own. */
export const noChecks: FormChecks = {
  wrong: () => [],
  newDoubts: async () => [],
  tidy: (record) => record,
};

/** Returns whether the value at a path would be changed. */
export const isChanged = ({ record, stored }: Checked, path: Path): boolean =>
  !sameValue(stored ? valueAt(stored, path) : undefined, valueAt(record, path));

/** The code of a doubt, which is shown in copper, not as an error. */
export const doubtCode = 'doubtful';

/** Returns a finding as the problem of its field. `say` looks up texts of the resource. */
export const problemOf = (
  { path, key, values }: Finding,
  code: string,
  say: (key: string, values?: Readonly<Record<string, string | number>>) => string,
): FieldProblem => ({
  pointer: pointerOf(path),
  code,
  detail: say(key, values),
});
