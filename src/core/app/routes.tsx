import { redirect, useParams, type RouteObject } from 'react-router';
import { useApp } from './app-context';
import type { Form } from './form/form-props';
import { ListPage } from './grid/list-page';
import { NotFoundPage, RouteError } from './page-error';
import type { PageRoute, Screen } from './screen';
import { AppShell } from './shell';

/** Every address of the application: for each screen its list, its pages, a new record, and a record by its id. */
export function routesOf(screens: Readonly<Record<string, Screen>>): RouteObject[] {
  const all = Object.values(screens);
  const first = all[0]?.path ?? '/';
  return [
    {
      element: <AppShell />,
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            { index: true, loader: () => redirect(first) },
            ...all.flatMap(routesOfScreen),
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ];
}

function routesOfScreen(screen: Screen): RouteObject[] {
  const { form } = screen;
  const before = [listRoute(screen), ...(screen.pages ?? []).map((page) => pageRoute(screen, page))];
  if (!form) return before;
  const lazy = async () => {
    const { Form } = await form();
    return { element: <RecordRoute screen={screen} Form={Form} /> };
  };
  return [...before, { path: `${screen.path}/new`, lazy }, { path: `${screen.path}/:id`, lazy }];
}

function listRoute(screen: Screen): RouteObject {
  const { path, list } = screen;
  if (!list) return { path, element: <ListPage key={path} screen={screen} /> };
  return {
    path,
    lazy: async () => {
      const { List } = await list();
      return { element: <List screen={screen} /> };
    },
  };
}

const pageRoute = (screen: Screen, { path, load }: PageRoute): RouteObject => ({
  path,
  lazy: async () => {
    const { Page } = await load();
    return { element: <Page screen={screen} /> };
  },
});

function RecordRoute({ screen, Form }: { screen: Screen; Form: Form }) {
  const { id = null } = useParams();
  const { foreign } = useApp();
  const record = <Form key={id} screen={screen} id={id} />;
  if (!foreign) return record;
  return (
    <foreign.FormGuard key={id} screen={screen} id={id}>
      {record}
    </foreign.FormGuard>
  );
}
