import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Entity, Resource } from '../../../contract/resource';
import { ReferenceField, type Reference } from '../../../ui/fields/choices/reference-field';
import { CellReference } from '../../../ui/tables/cell';
import { useApp } from '../../shell/app-context';
import { findRecordsQuery, recordLabelQuery } from '../../data/queries';
import type { Row } from '../../data/row';
import type { Json } from '../../record/json';
import { useFieldProps, type FieldSpec } from '../engine/use-record-field';
import { useCell, type CellSpec } from './cells';
import { useRecordValue } from '../engine/record-context';
import { useFormText } from '../texts';
import { textOf } from '../engine/number-text';

/** How a record reads in a list to choose from. */
export type Describe = (row: Row) => { readonly label: string; readonly detail?: string | undefined };

const byName: Describe = (row) => ({ label: typeof row['name'] === 'string' ? row['name'] : row.id });

/** The contract of a resource that fields refer to. Throws for a name that has no screen. */
export function useReferenced(name: string): Resource {
  const screen = useApp().screens[name];
  if (!screen) throw new Error(`No screen shows the resource "${name}"`);
  return screen.contract;
}

/** Finds records of a resource by what is typed, as a reference field shows them. */
export function useSearch(name: string, describe: Describe = byName) {
  const queries = useQueryClient();
  const { source, current } = useApp();
  const { me } = current;
  const resource = useReferenced(name);
  return async (typed: string): Promise<readonly Reference[]> => {
    const rows = await queries.fetchQuery(findRecordsQuery(source, resource, typed));
    return rows.map((row) => ({
      id: row.id,
      ...describe(row),
      locked: me !== null && row['company_id'] !== undefined && row['company_id'] !== me.company.id,
    }));
  };
}

/** The record that a GUID names, as far as it is known by now. */
export function useReferencedRow(name: string, id: Json | undefined): Row | undefined {
  const { source } = useApp();
  const resource = useReferenced(name);
  const asked = typeof id === 'string' ? id : '';
  const query = useQuery({ ...recordLabelQuery(source, resource, asked), enabled: asked !== '' });
  return query.data ?? undefined;
}

/** The records that GUIDs name, those of them that are known by now. */
export function useRecordLabels<R extends Resource>(
  resource: R,
  ids: readonly string[],
): ReadonlyMap<string, Entity<R>> {
  const { source } = useApp();
  const answers = useQueries({ queries: ids.map((id) => recordLabelQuery(source, resource, id)) });
  return new Map(
    answers.flatMap(({ data }, index): [string, Entity<R>][] => {
      const id = ids[index];
      // The row came from the list of this very resource.
      return data && id !== undefined ? [[id, data as unknown as Entity<R>]] : [];
    }),
  );
}

/** A foreign key, found by typing (docs/interface.md#21-common-fields). */
export function ReferenceInput(
  spec: FieldSpec & { references: string; describe?: Describe; clearable?: boolean },
) {
  const { references, describe = byName } = spec;
  const queries = useQueryClient();
  const { source } = useApp();
  const say = useFormText();
  const resource = useReferenced(references);
  const search = useSearch(references, describe);
  const show = (id: Json | undefined): string => {
    if (typeof id !== 'string' || id === '') return '';
    const known = queries.getQueryData(recordLabelQuery(source, resource, id).queryKey);
    return known ? describe(known).label : say('unknownRecord');
  };
  const { value, set, clear, frame } = useFieldProps(spec, show, 'choice');
  const row = useReferencedRow(references, value);
  return (
    <ReferenceField
      {...frame}
      value={typeof value === 'string' && value !== '' ? value : null}
      display={row ? describe(row).label : ''}
      search={search}
      clearable={spec.clearable && !frame.readOnly}
      onChange={(id) => (id === null ? clear() : set(id))}
    />
  );
}

/** A reference in a row of a table. */
export function ReferenceCell(spec: CellSpec & { references: string; describe?: Describe }) {
  const { references, describe = byName, path, label } = spec;
  const search = useSearch(references, describe);
  const id = useRecordValue(path);
  const row = useReferencedRow(references, id);
  const display = row ? describe(row).label : '';
  const { value, set, clear, readOnly, cell } = useCell({ path, label }, () => display, 'choice');
  if (readOnly) return display || textOf(value);
  return (
    <CellReference
      {...cell}
      ref={undefined}
      value={typeof value === 'string' && value !== '' ? value : null}
      display={display}
      search={search}
      onChange={(next) => (next === null ? clear() : set(next))}
    />
  );
}
