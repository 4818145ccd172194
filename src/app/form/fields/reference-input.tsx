import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Entity, Resource } from '@/contract/resource';
import { ReferenceField, unknownYet, type Reference } from '@/ui/fields/choices/reference-field';
import { CellReference } from '@/ui/tables/cell';
import { toast } from '@/ui/overlays/toast-store';
import { mayCreate } from '../../session/session';
import { useApp } from '../../shell/app-context';
import { useErrorText } from '../../shell/error-text';
import { useIdempotencyKey } from '../../data/idempotency-key';
import { findRecordsQuery } from '../../data/find-query';
import { recordLabelQuery } from '../../data/queries';
import type { Row } from '../../data/row';
import { isObject, type Json } from '@/record/json';
import { useFieldProps, type FieldSpec } from '../engine/use-record-field';
import { useCell, type CellSpec } from './cells';
import { useRecordValue } from '../engine/record-context';
import { useFormText } from '../texts';
import { textOf } from '../engine/number-text';
import { ReferencesField } from '@/ui/fields/choices/references-field';
import { useStrings } from './list-fields';

/** Returns label and detail of a record in a list of options. */
export type Describe = (row: Row) => { readonly label: string; readonly detail?: string | undefined };

const byName: Describe = (row) => ({ label: typeof row['name'] === 'string' ? row['name'] : row.id });

/** Returns the contract of a referenced resource. Throws for a name without a screen. */
export function useReferencedContract(name: string): Resource {
  const screen = useApp().screens[name];
  if (!screen) throw new Error(`No screen shows the resource "${name}"`);
  return screen.contract;
}

/** Returns a function that searches the records of a resource for the options of a reference field. */
export function useSearch(name: string, describe: Describe = byName) {
  const queries = useQueryClient();
  const { source, current } = useApp();
  const { me } = current;
  const resource = useReferencedContract(name);
  return async (typed: string): Promise<readonly Reference[]> => {
    const rows = await queries.fetchQuery(findRecordsQuery(source, resource, typed));
    // Who holds some locations chooses among those: nothing of the others is there.
    const held = name === 'location' ? me?.locations : null;
    return rows
      .filter(({ id }) => !held || held.includes(id))
      .map((row) => ({
        id: row.id,
        ...describe(row),
        locked: me !== null && row['company_id'] !== undefined && row['company_id'] !== me.company.id,
      }));
  };
}

/** Returns the record with this id, or undefined while it is not loaded. */
export function useReferencedRow(name: string, id: Json | undefined): Row | undefined {
  const { source } = useApp();
  const resource = useReferencedContract(name);
  const recordId = typeof id === 'string' ? id : '';
  const query = useQuery({ ...recordLabelQuery(source, resource, recordId), enabled: recordId !== '' });
  return query.data ?? undefined;
}

/** Returns the loaded ones of the records with these ids; null for one that does not exist or cannot be read. */
export function useRecordLabels<R extends Resource>(
  resource: R,
  ids: readonly string[],
): ReadonlyMap<string, Entity<R> | null> {
  const { source } = useApp();
  const results = useQueries({ queries: ids.map((id) => recordLabelQuery(source, resource, id)) });
  return new Map(
    results.flatMap(({ data = null, isPending }, index): [string, Entity<R> | null][] => {
      const id = ids[index];
      // The row was read from the list of this resource.
      return !isPending && id !== undefined ? [[id, data as unknown as Entity<R> | null]] : [];
    }),
  );
}

/**
 * Returns a function for the labels of records by id, for texts about values that no control shows, such as former ones: what is not known
 * is asked for, and is "…" until it is (`useDescribe` renders again).
 */
export function useLabelOf(references: string, describe: Describe = byName): (id: string) => string {
  const queries = useQueryClient();
  const { source } = useApp();
  const say = useFormText();
  const resource = useReferencedContract(references);
  return (id) => {
    const query = recordLabelQuery(source, resource, id);
    const { data, status } = queries.getQueryState(query.queryKey) ?? {};
    // It is called while a component renders.
    if (status === undefined) queueMicrotask(() => void queries.prefetchQuery(query));
    if (data) return describe(data).label;
    return status === undefined || status === 'pending' ? unknownYet : say('unknownRecord');
  };
}

/** Returns the label of a referenced record: "…" until it is known, empty if there is none that can be read. */
function useReferenceLabel(references: string, id: Json | undefined, describe: Describe): string {
  const { source } = useApp();
  const resource = useReferencedContract(references);
  const recordId = typeof id === 'string' ? id : '';
  const { data, isLoading } = useQuery({
    ...recordLabelQuery(source, resource, recordId),
    enabled: recordId !== '',
  });
  return data ? describe(data).label : isLoading ? unknownYet : '';
}

/** Returns what makes a record that needs nothing but a name, for who may; it says why it could not, and then returns null. */
function useCreate(name: string, isOffered: boolean) {
  const { client, me } = useApp().current;
  const keyFor = useIdempotencyKey();
  const say = useFormText();
  const textOfError = useErrorText();
  const resource = useReferencedContract(name);
  const { mutateAsync } = useMutation({
    mutationKey: [name, 'create'],
    mutationFn: async (label: string): Promise<Reference | null> => {
      const body = JSON.stringify({ name: label });
      const { text } = await client.post(name, body, { idempotencyKey: keyFor(body) });
      const made: unknown = JSON.parse(text);
      const id = isObject(made) ? textOf(made['id'] ?? null) : '';
      return { id, label };
    },
    onSuccess: (_, label) => toast.saved({ title: say('reference.added', { name: label }) }),
  });
  if (!isOffered || !mayCreate(me, resource.access)) return undefined;
  return {
    label: (label: string) => say('reference.add', { name: label }),
    hint: say('reference.addFirst'),
    make: (label: string) =>
      mutateAsync(label).catch((error: unknown) => {
        toast.failed({ title: say('reference.notAdded', { name: label }), detail: textOfError(error) });
        return null;
      }),
  };
}

/** Reference to a record, found by searching (docs/interface.md#21-common-fields), or made by its name where it needs no more. */
export function ReferenceInput(
  spec: FieldSpec & { references: string; describe?: Describe; clearable?: boolean; creatable?: boolean },
) {
  const { references, describe = byName } = spec;
  const search = useSearch(references, describe);
  const labelOf = useLabelOf(references, describe);
  const show = (id: Json | undefined): string => (typeof id === 'string' && id !== '' ? labelOf(id) : '');
  const { value, set, clear, frame } = useFieldProps(spec, show, 'choice');
  const display = useReferenceLabel(references, value, describe);
  const create = useCreate(references, spec.creatable === true && !frame.readOnly);
  return (
    <ReferenceField
      {...frame}
      create={create}
      value={typeof value === 'string' && value !== '' ? value : null}
      display={display}
      search={search}
      clearable={spec.clearable && !frame.readOnly}
      onChange={(id) => (id === null ? clear() : set(id))}
    />
  );
}

/** Cell for a reference. */
export function ReferenceCell(spec: CellSpec & { references: string; describe?: Describe }) {
  const { references, describe = byName, path, label } = spec;
  const search = useSearch(references, describe);
  const id = useRecordValue(path);
  const display = useReferenceLabel(references, id, describe);
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

/** List of references to records of a resource, found by searching. */
export function ReferencesInput(
  spec: FieldSpec & { references: string; addLabel: string; noneLabel: string },
) {
  const { references, addLabel, noneLabel } = spec;
  const search = useSearch(references);
  const nameOf = useLabelOf(references);
  const { value, onChange, ...frame } = useStrings(spec, nameOf);
  const { source } = useApp();
  const resource = useReferencedContract(references);
  // Renders again when they have loaded.
  useQueries({ queries: value.map((id) => recordLabelQuery(source, resource, id)) });
  return (
    <ReferencesField
      {...frame}
      value={value}
      onChange={onChange}
      nameOf={nameOf}
      search={search}
      addLabel={addLabel}
      noneLabel={noneLabel}
    />
  );
}
