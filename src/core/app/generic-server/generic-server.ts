import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../data/client';
import type { RowSource } from '../data/row-source';
import type { Screen } from '../shell/screen';
import { createForeignLists, type ForeignLists } from './generic-lists';
import { foreignSource } from './generic-source';
import { Absent } from './unavailable';
import { hasId } from './list-answer';
import { CellGuard, FormGuard } from './guards';
import { ListNotice } from './list-notice';

/** The lists that the interface names (interface 1); of any other the server shows whether it has it. */
const namedLists = ['plu', 'customer', 'discount', 'location', 'businessday', 'sales', 'tender'];

/** What the application needs beside itself on a server of which only the interface is known; loaded when one is met. */
export interface ForeignServer {
  readonly source: RowSource;
  readonly client: Client;
  readonly lists: ForeignLists;
  /** Whether the navigation offers a screen. */
  readonly offers: (screen: Screen) => boolean;
  /** Whether a row came with an id, and so has an address. */
  readonly hasId: typeof hasId;
  readonly ListNotice: typeof ListNotice;
  readonly Absent: typeof Absent;
  readonly FormGuard: typeof FormGuard;
  readonly CellGuard: typeof CellGuard;
}

/** Sets up what is read from one server, for one key. */
export function foreignServer(
  bare: Client,
  queries: QueryClient,
  screens: readonly Screen[],
  locales: readonly string[],
): ForeignServer {
  const lists = createForeignLists(bare, (resource) => {
    void queries.invalidateQueries({ queryKey: [resource] });
  });
  const others = screens.filter((screen) => !namedLists.includes(screen.contract.name) && !screen.list);
  void lists.look(others.map(({ contract }) => contract.name));
  return {
    lists,
    client: lists.client,
    source: foreignSource(lists, screens, locales),
    offers: ({ contract }) => lists.served(contract.name) ?? namedLists.includes(contract.name),
    hasId,
    ListNotice,
    Absent,
    FormGuard,
    CellGuard,
  };
}
