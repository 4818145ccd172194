import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../data/client';
import { invalidationOf } from '../live/invalidation';
import type { Screen } from '../shell/screen';
import { createGenericLists } from './generic-lists';
import { genericSource } from './generic-source';
import { CellGuard, FormGuard } from './guards';
import { ListNotice } from './list-notice';
import { Unavailable } from './unavailable';
import type { GenericServer } from './parts';

/**
 * The lists that the interface names (docs/interface.md#1-what-the-service-does); for any other, a request
 * shows whether the server has it.
 */
const namedLists = ['plu', 'customer', 'discount', 'location', 'businessday', 'sales', 'tender'];

/** Creates everything that reads from one generic server with one key. */
export function createGenericServer(
  rawClient: Client,
  queries: QueryClient,
  screens: readonly Screen[],
  locales: readonly string[],
): GenericServer {
  const lists = createGenericLists(rawClient, (resource) => {
    // Deferred while a cell is being edited: its row must not change under the input.
    invalidationOf(queries).invalidate([resource]);
  });
  const unnamedLists = screens.filter((screen) => !namedLists.includes(screen.contract.name) && !screen.list);
  void lists.probe(unnamedLists.map(({ contract }) => contract.name));
  return {
    lists,
    client: lists.client,
    source: genericSource(lists, screens, locales),
    offers: ({ contract }) => lists.isServed(contract.name) ?? namedLists.includes(contract.name),
    ListNotice,
    Unavailable,
    FormGuard,
    CellGuard,
  };
}
