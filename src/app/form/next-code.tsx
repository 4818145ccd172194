import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Resource } from '@/contract/resource';
import { useApp } from '../shell/app-context';
import type { RowSource } from '../data/row-source';
import { numberOf } from '@/record/json';
import { useRecord, useRecordContext } from './engine/record-context';

/** How many codes above the highest one are tried. */
const candidates = 20;

/**
 * Suggests the next free code for a new record: the one after the highest among those of `filters`, or of all if there
 * are none, that no record has. Suggests nothing where codes are no whole numbers.
 */
export function NextCode(props: { field: string; filters?: Readonly<Record<string, readonly string[]>> }) {
  const { field, filters = {} } = props;
  const { source } = useApp();
  const form = useRecordContext();
  const { resource } = form;
  const isNew = useRecord((state) => state.isNew);
  const { data } = useQuery({
    queryKey: [resource.name, 'next code', field, filters],
    queryFn: ({ signal }) => nextCode(source, resource, field, filters, signal),
    enabled: isNew && !form.readOnly && resource.sorts.includes(field),
    staleTime: 0,
  });
  useEffect(() => {
    // The interface has texts and integers for codes: an integer's default is null.
    if (data) form.suggest([field], resource.fields[field]?.default === null ? numberOf(data) : data);
  }, [data, form, field, resource]);
  return null;
}

async function nextCode(
  source: RowSource,
  resource: Resource,
  field: string,
  filters: Readonly<Record<string, readonly string[]>>,
  signal: AbortSignal,
): Promise<string | null> {
  const all = { q: '', sort: `-${field}`, active: 'all', filters: {} } as const;
  const codesOf = async (query: typeof all) =>
    (await source.page(resource, query, 0, signal)).rows.flatMap((row) => {
      const code = row[field];
      return typeof code === 'string' || typeof code === 'number' ? [String(code)] : [];
    });
  const known = (await codesOf({ ...all, filters })).filter(isCode);
  const highest = greatest(known.length > 0 ? known : (await codesOf(all)).filter(isCode));
  if (highest === null) return null;
  for (let n = 1; n <= candidates; n += 1) {
    const code = String(highest + BigInt(n));
    // A filter for a text takes one value. The first is nearly always free.
    // oxlint-disable-next-line no-await-in-loop -- each only if the one before is taken
    if ((await source.total(resource, { ...all, filters: { [field]: [code] } }, signal)) === 0) return code;
  }
  return null;
}

/** Texts in the order of their digits would put 999 above 2104: the highest is looked for by value. */
const greatest = (codes: readonly string[]): bigint | null =>
  codes.length === 0 ? null : codes.map(BigInt).reduce((one, other) => (other > one ? other : one));

const isCode = (code: string): boolean => /^[1-9]\d{0,8}$/.test(code);
