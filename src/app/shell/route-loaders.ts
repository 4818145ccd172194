import { parseAsIsoDateTime } from 'nuqs';
import type { LoaderFunctionArgs, ShouldRevalidateFunction } from 'react-router';
import { takeKeysForForm } from '@/ui/state/keys-meanwhile';
import { recordQuery } from '../data/record-query';
import { fieldRight } from '../session/field-rights';
import { mayCreate, may, mayRead, type Me } from '../session/session';
import type { RouteData } from './route-data';
import { neededFor, type PageRoute, type Screen } from './screen';

interface RouteLoading {
  readonly loader?: (args: LoaderFunctionArgs) => null;
  readonly shouldRevalidate?: ShouldRevalidateFunction;
}

/** Returns whether a role may open a screen's records, or (`create`) its form for a new one. */
export const mayOpen = (screen: Screen, me: Me | null, verb: 'read' | 'create'): boolean =>
  may(me, neededFor(screen)) && (verb === 'read' || mayCreate(me, screen.contract.access));

/** Returns whether a role may open a page of a screen. */
export const mayOpenPage = (screen: Screen, { right, field }: PageRoute, me: Me | null): boolean =>
  mayOpen(screen, me, 'read') &&
  (right === undefined || mayRead(me, { read: right })) &&
  (field === undefined || fieldRight(me, screen.contract.name, field) !== 'none');

/**
 * Loader of a record's route: requests the record (at `as_of`, if the address has one), and for a new record the one
 * that it copies, while the form's code is still loading, and takes the keys for a new one's first field. Requests nothing that the role may not open.
 */
export const recordLoader = (screen: Screen, data: RouteData, newLabel: () => string): RouteLoading => ({
  loader({ request, params }) {
    const { pathname, search, searchParams } = new URL(request.url);
    const id = params['id'] ?? searchParams.get('copy');
    const isNew = params['id'] === undefined;
    const asOf = isNew ? null : momentOf(searchParams);
    // After the sign-in the form may be there already.
    let isLate = false;
    data.load(pathname + search, ({ queries, current }) => {
      if (!mayOpen(screen, current.me, isNew ? 'create' : 'read')) return;
      if (isNew && !isLate) takeKeysForForm(newLabel(), request.signal);
      if (id !== null) void queries.prefetchQuery(recordQuery(current.client, screen.contract, id, asOf));
    });
    isLate = true;
    return null;
  },
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    momentOf(currentUrl.searchParams) !== momentOf(nextUrl.searchParams) ||
    currentUrl.searchParams.get('copy') !== nextUrl.searchParams.get('copy'),
});

/** Loader of a page that declares a `prefetch`. A filter in the page's address does not start it again. */
export const pageLoader = (screen: Screen, page: PageRoute, data: RouteData): RouteLoading =>
  page.prefetch
    ? prefetching(
        page.prefetch,
        data,
        ({ id }) => id,
        (me) => mayOpenPage(screen, page, me),
      )
    : {};

/** Loader that starts a `prefetch` with what `of` makes of an address, unless that is undefined. */
export const prefetching = (
  load: NonNullable<PageRoute['prefetch']>,
  data: RouteData,
  of: (params: LoaderFunctionArgs['params'], search: string) => string | undefined,
  may?: (me: Me | null) => boolean,
): RouteLoading => ({
  loader({ request, params }) {
    const { pathname, search } = new URL(request.url);
    const what = of(params, search);
    if (what === undefined) return null;
    data.load(pathname + search, ({ queries, current }) => {
      if (may && !may(current.me)) return;
      // If this code cannot be loaded, the page requests its data itself.
      load().then(
        async ({ prefetch }) => prefetch(queries, current, what),
        () => undefined,
      );
    });
    return null;
  },
  shouldRevalidate: () => false,
});

/** The moment that `as_of` names, as the form reads it: null if there is none or it is no date. */
const momentOf = (search: URLSearchParams): string | null =>
  parseAsIsoDateTime.parse(search.get('as_of') ?? '')?.toISOString() ?? null;
