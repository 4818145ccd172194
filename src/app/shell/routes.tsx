import type { i18n } from 'i18next';
import { type ComponentType, type ReactNode } from 'react';
import { Navigate, useParams, type RouteObject } from 'react-router';
import { settingsPages, type Daily, type Form, type PageRoute, type Screen, type WithTexts } from './screen';
import type { RouteData } from './route-data';
import { mayOpen, mayOpenPage, pageLoader, prefetching, recordLoader } from './route-loaders';
import { ListPage } from '../grid/list-page';
import { SkeletonLines } from '@/ui/display/empty-state';
import { addTexts } from '../i18n/i18n';
import { useApp, useHasOverview, useReadableScreens } from './app-context';
import { leavePaths } from './leave-paths';
import { RouteError } from './page-error';
import type { PageCapability } from '../session/capabilities';
import { mayWrite } from '../session/session';
import { AppShell } from './shell';
import { lazy } from '@/ui/state/lazy';

// Leaving needs the network anyway.
const leavePages = () => import('./leave-pages');

/**
 * The page at `/`, beyond the resources: for those who may read the records of `reads` on our own service. Others begin
 * with a list.
 */
export interface Overview {
  readonly reads: string;
  readonly load: () => Promise<{ readonly OverviewPage: ComponentType }>;
  /** As the `prefetch` of a page, by the query of its address. */
  readonly prefetch: NonNullable<PageRoute['prefetch']>;
}

/**
 * Returns the routes of the application: for each screen its list, its pages, a new record, and a record by its id.
 * Code that is loaded with a route adds its texts to `i18n`; the loaders read through `data`. `daily` orders the navigation.
 */
export function routesOf(
  screens: Readonly<Record<string, Screen>>,
  i18n: i18n,
  data: RouteData,
  overview?: Overview,
  daily?: Daily,
): RouteObject[] {
  const all = Object.values(screens);
  return [
    {
      element: <AppShell overview={overview?.reads} daily={daily} />,
      ErrorBoundary: RouteError,
      children: [
        {
          ErrorBoundary: RouteError,
          // Until the code of the first page is there, below the navigation.
          HydrateFallback: SkeletonLines,
          children: [
            {
              index: true,
              element: <StartPage overview={overview && prepared(overview)} />,
              ...(overview && prefetching(overview.prefetch, data, (_, search) => search)),
            },
            ...all.flatMap((screen) => routesOfScreen(screen, i18n, data)),
            ...settingsPages.map((name) => ({
              path: `/${name}`,
              lazy: async () => {
                const { SettingsPage } = await import('./settings-page');
                return { element: <SettingsPage key={name} name={name} /> };
              },
            })),
            {
              path: '/sessions',
              lazy: async () => ({ Component: (await import('../session/sessions-page')).SessionsPage }),
            },
            { path: leavePaths.here, lazy: async () => ({ Component: (await leavePages()).SignOutPage }) },
            {
              path: leavePaths.everywhere,
              lazy: async () => ({ Component: (await leavePages()).SignOutEverywherePage }),
            },
            {
              path: '/switch/:membership',
              lazy: async () => ({ Component: (await leavePages()).SwitchPage }),
            },
            { path: '*', lazy: async () => ({ Component: (await import('./not-here')).NotFoundPage }) },
          ],
        },
      ],
    },
  ];
}

/** Loads a part of a screen and registers its texts. */
async function loadPart<T extends WithTexts>(screen: Screen, i18n: i18n, load: () => Promise<T>): Promise<T> {
  // Pages may contain forms, too.
  const [part, { texts }] = await Promise.all([load(), import('../form/texts')]);
  addTexts(i18n, screen.contract.name, part);
  addTexts(i18n, 'form', { texts });
  return part;
}

function routesOfScreen(screen: Screen, i18n: i18n, data: RouteData): RouteObject[] {
  const { form, files } = screen;
  const listAndPages = [
    listRoute(screen, i18n),
    ...(files ? [importRoute(screen, files)] : []),
    ...(screen.pages ?? []).map((page) => pageRoute(screen, page, i18n, data)),
  ];
  if (!form) return listAndPages;
  const lazy = async () => {
    const { Form } = await loadPart(screen, i18n, form);
    return { element: <RecordRoute screen={screen} Form={Form} /> };
  };
  const load = recordLoader(screen, data, () => i18n.t('new', { ns: screen.contract.name }));
  return [
    ...listAndPages,
    { path: `${screen.path}/new`, lazy, ...load },
    { path: `${screen.path}/:id`, lazy, ...load },
  ];
}

function listRoute(screen: Screen, i18n: i18n): RouteObject {
  const { path, list } = screen;
  if (!list)
    return {
      path,
      element: (
        <PageGuard screen={screen}>
          <ListPage key={path} screen={screen} />
        </PageGuard>
      ),
    };
  return {
    path,
    lazy: async () => {
      const { List } = await loadPart(screen, i18n, list);
      return {
        element: (
          <PageGuard screen={screen} needs={screen.needs}>
            <List screen={screen} />
          </PageGuard>
        ),
      };
    },
  };
}

const importRoute = (screen: Screen, load: NonNullable<Screen['files']>): RouteObject => ({
  path: `${screen.path}/import`,
  lazy: async () => {
    const [{ ImportPage }, { files }] = await Promise.all([import('../files/import/import-page'), load()]);
    return {
      element: (
        <PageGuard screen={screen} needs="files" verb="create">
          <ImportPage key={screen.path} screen={screen} declaration={files} />
        </PageGuard>
      ),
    };
  },
});

const pageRoute = (screen: Screen, page: PageRoute, i18n: i18n, data: RouteData): RouteObject => ({
  path: page.path,
  ...pageLoader(screen, page, data),
  lazy: async () => {
    const { Page } = await loadPart(screen, i18n, page.load);
    return {
      element: (
        <PageGuard screen={screen} page={page} needs={page.needs ?? screen.needs}>
          <Page screen={screen} />
        </PageGuard>
      ),
    };
  },
});

function RecordRoute({ screen, Form }: { screen: Screen; Form: Form }) {
  const { id = null } = useParams();
  const { fallback } = useApp();
  const record = (
    <PageGuard screen={screen} verb={id === null ? 'create' : 'read'}>
      <Form key={id} screen={screen} id={id} />
    </PageGuard>
  );
  if (!fallback) return record;
  return (
    <fallback.FormGuard key={id} screen={screen} id={id}>
      {record}
    </fallback.FormGuard>
  );
}

/**
 * Renders a page for the roles that may open it, if the server can do what it needs; otherwise a page that says why it
 * is not shown.
 */
function PageGuard(props: {
  screen: Screen;
  needs?: PageCapability | undefined;
  verb?: 'read' | 'create';
  page?: PageRoute;
  children: ReactNode;
}) {
  const { screen, needs, verb = 'read', page, children } = props;
  const { me, server } = useApp().current;
  if (needs !== undefined && !server.can[needs]) return <NotOnThisServer screen={screen} needs={needs} />;
  if (page ? mayOpenPage(screen, page, me) : mayOpen(screen, me, verb)) return children;
  return <ForbiddenPage screen={screen} />;
}

const ForbiddenPage = lazy(async () => ({ default: (await import('./not-here')).ForbiddenPage }));
const NotFoundPage = lazy(async () => ({ default: (await import('./not-here')).NotFoundPage }));
const NotOnThisServer = lazy(async () => ({
  default: (await import('../generic-server/unavailable')).NotOnThisServer,
}));

interface PreparedOverview {
  readonly reads: string;
  readonly Page: ComponentType;
}

const prepared = ({ reads, load }: Overview): PreparedOverview => ({
  reads,
  Page: lazy(async () => ({ default: (await load()).OverviewPage })),
});

/**
 * Start page: the overview for those who have one, else a redirect to the first screen whose records the role may change,
 * or to the first that it may read.
 */
function StartPage({ overview }: { overview: PreparedOverview | undefined }) {
  const screens = useReadableScreens();
  const { me } = useApp().current;
  const hasOverview = useHasOverview(overview?.reads);
  if (overview && hasOverview) return <overview.Page />;
  const ownScreen = screens.find(({ contract }) => mayWrite(me, contract.access)) ?? screens[0];
  if (ownScreen) return <Navigate to={ownScreen.path} replace />;
  return <NotFoundPage />;
}
