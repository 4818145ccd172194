import type { QueryClient } from '@tanstack/react-query';
import type { SignedIn } from '../session/session';

/** What a route's loader reads with: the signed-in client and its query cache. */
export interface LoaderContext {
  readonly current: SignedIn;
  readonly queries: QueryClient;
}

type Start = (context: LoaderContext) => void;

/**
 * Connects the loaders of the routes, which exist from the start of the page, with the query cache, which exists
 * once somebody is signed in and is a new one for each identity.
 */
export interface RouteData {
  /**
   * Starts the requests of an address (path and query) now, or after the sign-in if nobody is signed in yet. Returns
   * at once: a navigation never waits for its data, the page shows its own loading and error states.
   */
  load: (address: string, start: Start) => void;
  /**
   * Gives the loaders a signed-in context. What the loader of `address`, where the router now is, wanted before is
   * started. Returns a function that takes the context away again.
   */
  connect: (context: LoaderContext, address: string) => () => void;
}

/** Creates the connection between the loaders of one router and its application. */
export function createRouteData(): RouteData {
  let connected: LoaderContext | null = null;
  let pending: { readonly address: string; readonly start: Start } | null = null;
  return {
    load(address, start) {
      if (connected) start(connected);
      pending = connected ? null : { address, start };
    },
    connect(context, address) {
      connected = context;
      if (pending?.address === address) pending.start(context);
      pending = null;
      return () => {
        if (connected === context) connected = null;
      };
    },
  };
}
