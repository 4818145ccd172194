import { useQueries } from '@tanstack/react-query';
import { useApp, useReadableScreens } from '../shell/app-context';
import { usedIn } from './queries';
import type { Screen } from '../shell/screen';

/** How many active records of one list name a record. */
export interface Usage {
  readonly id: string;
  /** Of the list that names it. */
  readonly screen: Screen;
  /** Null while it is not known, and where it cannot be read. */
  readonly count: number | null;
  readonly failed: boolean;
  /** That list, with those records alone. */
  readonly href: string;
}

/** Where records are used, as far as the signed-in role may read there; empty for what nothing names. */
export function useUsage(of: Screen, ids: readonly string[]): readonly Usage[] {
  const { source } = useApp();
  const readable = useReadableScreens();
  const asked = ids.flatMap((id) =>
    (of.usedBy ?? []).flatMap(({ resource, filter }) => {
      const screen = readable.find(({ contract }) => contract.name === resource);
      return screen ? [{ id, screen, filter }] : [];
    }),
  );
  const answers = useQueries({
    queries: asked.map(({ screen, filter, id }) => usedIn(source, screen.contract, filter, id)),
  });
  return asked.map(({ id, screen, filter }, at) => ({
    id,
    screen,
    count: answers[at]?.data ?? null,
    failed: answers[at]?.error != null,
    href: `${screen.path}?${filter}=${id}`,
  }));
}
