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

/** The lists that the interface names (docs/interface.md#1-what-the-service-does). */
const namedLists = ['plu', 'customer', 'discount', 'location', 'businessday', 'sales', 'tender'];

/** Further lists that a server may well have: a request shows whether it does. */
const askedLists = ['dpt', 'grp', 'tax', 'pricelist', 'supplier', 'apikey'];

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
  void lists.probe(askedLists);
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
