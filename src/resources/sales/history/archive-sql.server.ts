import path from 'node:path';
import { literal, type FilePart } from './columns';

/** A file with the days of it that count no longer (snapshot.server.ts). */
export interface File {
  readonly name: string;
  readonly month: string;
  readonly without: readonly number[];
  readonly is_whole: boolean;
  readonly has_pairs: boolean;
}

/** What restricts the rows; every value is a checked GUID, date or currency. */
export interface Restriction {
  readonly from: string;
  readonly to: string;
  readonly location_ids: readonly string[];
  readonly currency: string;
  readonly plu_id: string | null;
  readonly dpt_id: string | null;
  readonly together: boolean;
}

/** SQL of DuckDB: a part of some files, in their order. */
export const readFiles = (folder: string, some: readonly File[], part: FilePart): string =>
  `read_parquet([${some
    .map(({ name, month }) => literal(path.join(folder, `month=${month}`, `${part}-${name}.parquet`)))
    .join(', ')}], hive_partitioning = false)`;

/** SQL of DuckDB: ids, separated by commas. */
export const idList = (some: readonly string[]): string =>
  some.map((id) => `${literal(id)}::uuid`).join(', ');

/** Returns the conditions on the currency and the locations. */
export const placeConditions = ({ currency, location_ids }: Restriction): string[] => [
  `currency = ${literal(currency)}`,
  ...(location_ids.length > 0 ? [`location_id in (${idList(location_ids)})`] : []),
];
