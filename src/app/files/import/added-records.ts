import type { Decisions } from '../understanding/import-plan';

/** Returns the records that were named on this page and that the file's lines refer to, with their resources. */
export function addedRecords({ added = {}, forNew = {}, from }: Decisions) {
  const used = new Set([...Object.values(forNew), from]);
  return Object.entries(added).flatMap(([resource, named]) =>
    Object.entries(named).flatMap(([id, name]) => (used.has(id) ? [{ resource, id, name }] : [])),
  );
}

/** Returns remembered decisions without records that are not there: they were made by a set that was discarded, or are gone. */
export function decisionsThatHold(
  decisions: Decisions,
  references: Readonly<Record<string, readonly { readonly id: string }[]>>,
): Decisions {
  const ids = new Set(Object.values(references).flatMap((records) => records.map(({ id }) => id)));
  const { from, forNew = {} } = decisions;
  return {
    ...decisions,
    from: from != null && ids.has(from) ? from : undefined,
    forNew: Object.fromEntries(Object.entries(forNew).filter(([, id]) => ids.has(id))),
  };
}
