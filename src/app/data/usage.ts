import { useQueries } from '@tanstack/react-query';
import { fieldRight } from '../session/field-rights';
import { useApp, useReadableScreens } from '../shell/app-context';
import { usageCountQuery } from './queries';
import type { Screen } from '../shell/screen';

/** Number of active records of one list that refer to a record. */
export interface Usage {
  readonly id: string;
  /** Screen of the list that refers to it. */
  readonly screen: Screen;
  /** Null while it is loading, or if it cannot be read. */
  readonly count: number | null;
  readonly failed: boolean;
  /** Address of that list, filtered to those records. */
  readonly href: string;
}

/** Returns where records are used, for the lists that the role may read; empty if no list refers to them. */
export function useUsage(of: Screen, ids: readonly string[]): readonly Usage[] {
  const { source, current } = useApp();
  const readable = useReadableScreens();
  const pairs = ids.flatMap((id) =>
    (of.usedBy ?? []).flatMap(({ resource, filter }) => {
      const screen = readable.find(({ contract }) => contract.name === resource);
      const isSeen = fieldRight(current.me, resource, filter) !== 'none';
      return screen && isSeen ? [{ id, screen, filter }] : [];
    }),
  );
  const answers = useQueries({
    queries: pairs.map(({ screen, filter, id }) => usageCountQuery(source, screen.contract, filter, id)),
  });
  return pairs.map(({ id, screen, filter }, at) => ({
    id,
    screen,
    count: answers[at]?.data ?? null,
    failed: answers[at]?.error != null,
    href: `${screen.path}?${filter}=${id}`,
  }));
}
