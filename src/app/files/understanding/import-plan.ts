import type { DateOrder } from '../reading/dates';
import type { DecimalSign } from '@/ui/fields/number-readings';
import type { Scan } from '../reading/scan';
import {
  fieldsOf,
  type ImportDeclaration,
  type ImportField,
  type ImportKey,
  type Referenced,
  type TakenColumn,
} from './import-field';
import { askedFields, looseField, matchColumns, takenOnce } from './match-columns';
import { findDates, findSign, type Sign } from './notation';
import type { Plan } from './plan';

/** What a person has decided about a file; what is absent is found in it. */
export interface Decisions {
  readonly columns?: readonly TakenColumn[] | undefined;
  readonly sign?: DecimalSign | undefined;
  readonly dates?: DateOrder | undefined;
  readonly key?: string | undefined;
  readonly from?: string | null | undefined;
  readonly zero?: 'take' | 'refuse' | undefined;
  readonly checkDigit?: 'take' | 'refuse' | undefined;
  readonly short?: 'take' | 'refuse' | undefined;
  readonly forNew?: Plan['forNew'] | undefined;
  readonly choices?: Plan['choices'] | undefined;
  readonly made?: Plan['made'] | undefined;
  /** By resource and id: names of records that a person named for the whole file, and that are made with its lines. */
  readonly added?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

/** What is known of the service around the file. */
export interface Surroundings {
  readonly references: Readonly<Record<string, readonly Referenced[]>>;
  readonly company: string | null;
  /** Currency of the company (`EUR`); amounts with the sign of another one are refused. */
  readonly currency?: string | null;
  /** What the company says of whether its prices hold tax; null: nothing. */
  readonly priceTax?: boolean | null;
  /** Time zone of the company, in which the moments of a file are told. */
  readonly zone?: string | null;
}

/** How a file would be understood. */
export interface PlannedImport {
  readonly fields: readonly ImportField[];
  readonly columns: readonly TakenColumn[];
  readonly sign: Sign<DecimalSign>;
  readonly dates: Sign<DateOrder>;
  /** The keys whose column the file has. */
  readonly keys: readonly ImportKey[];
  readonly key: string | null;
  readonly from: string | null;
  /** Resources of which a missing record may be made from its name alone. */
  readonly makes: readonly string[];
  /** What a person has to say first: null if nothing. */
  readonly undecided: readonly ('encoding' | 'separator' | 'columns' | 'sign' | 'dates' | 'key' | 'from')[];
  /** Null until everything is decided. */
  readonly plan: Plan | null;
}

/** Decides how a file is understood: what was found, corrected by what a person has decided. */
export function planImport(
  scan: Scan,
  declaration: ImportDeclaration,
  { references, company, currency = null, zone = null, priceTax = null }: Surroundings,
  decisions: Decisions = {},
): PlannedImport {
  const fields = fieldsOf(declaration, references, priceTax);
  const columns = takenOnce(decisions.columns ?? matchColumns(scan.header, scan.columns, fields), fields);
  const fieldAt = (at: number): ImportField | null => {
    const key = columns[at]?.field ?? null;
    return key === null ? null : (fields.find((field) => field.key === key) ?? looseField(key));
  };
  const kinds = scan.columns.flatMap((column, at) => {
    const field = fieldAt(at);
    return field ? [[column, field.kind] as const] : [];
  });
  const sign = decided(findSign(kinds, currency), decisions.sign);
  const dates = decided(findDates(kinds), decisions.dates);
  const isTaken = (key: string) => columns.some(({ field }) => field === key);
  const keys = declaration.keys.filter(({ field }) => isTaken(field));
  const key = keys.find(({ name }) => name === decisions.key)?.name ?? keys[0]?.name ?? null;
  const from = decisions.from ?? null;
  const needsFrom =
    declaration.from !== undefined && columns.some((_, at) => fieldAt(at)?.place === 'line') && from === null;
  const unread: PlannedImport['undecided'] = [
    ...(scan.encoding.value === null ? (['encoding'] as const) : []),
    ...(scan.format === 'csv' && scan.separator.value === null ? (['separator'] as const) : []),
  ];
  // Without them there are no columns to decide about.
  const undecided: PlannedImport['undecided'] =
    unread.length > 0
      ? unread
      : [
          ...(askedFields(columns).length > 0 ? (['columns'] as const) : []),
          ...(sign.value === null ? (['sign'] as const) : []),
          ...(dates.value === null ? (['dates'] as const) : []),
          ...(key === null ? (['key'] as const) : []),
          ...(needsFrom ? (['from'] as const) : []),
        ];
  const { source } = scan;
  const plan: Plan | null =
    undecided.length > 0 || source === null || key === null
      ? null
      : {
          declaration,
          source,
          headerLine: scan.headerLine,
          header: scan.header,
          reading: {
            sign: sign.value,
            isMixed: sign.isMixed && decisions.sign === undefined,
            dates: dates.value,
            zero: decisions.zero ?? null,
            checkDigit: decisions.checkDigit ?? null,
            isShortTaken: decisions.short === 'take',
            currency,
            zone,
          },
          forNew: decisions.forNew ?? {},
          columns,
          key,
          from,
          references,
          choices: decisions.choices ?? {},
          made: decisions.made ?? {},
          company,
          priceTax,
        };
  return { fields, columns, sign, dates, keys, key, from, makes: declaration.makes ?? [], undecided, plan };
}

const decided = <T>(found: Sign<T>, choice: T | undefined): Sign<T> =>
  choice === undefined ? found : { ...found, value: choice };
