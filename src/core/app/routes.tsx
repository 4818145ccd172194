import type { i18n } from 'i18next';
import { redirect, useParams, type RouteObject } from 'react-router';
import { useApp } from './app-context';
import type { Form } from './form/form-props';
import { ListPage } from './grid/list-page';
import { addTexts } from './i18n';
import { NotFoundPage, RouteError } from './page-error';
import type { PageRoute, Screen, WithTexts } from './screen';
import { AppShell } from './shell';

/**
 * Every address of the application: for each screen its list, its pages, a new record, and a record by its id.
 * What is loaded when it is opened adds its texts to `i18n`.
 */
export function routesOf(screens: Readonly<Record<string, Screen>>, i18n: i18n): RouteObject[] {
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
            ...all.flatMap((screen) => routesOfScreen(screen, i18n)),
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ];
}

/** Loads a part of a screen and makes its texts known. */
async function loaded<T extends WithTexts>(screen: Screen, i18n: i18n, load: () => Promise<T>): Promise<T> {
  const part = await load();
  addTexts(i18n, screen.contract.name, part);
  return part;
}

function routesOfScreen(screen: Screen, i18n: i18n): RouteObject[] {
  const { form } = screen;
  const before = [
    listRoute(screen, i18n),
    ...(screen.pages ?? []).map((page) => pageRoute(screen, page, i18n)),
  ];
  if (!form) return before;
  const lazy = async () => {
    const [{ Form }, { texts }] = await Promise.all([loaded(screen, i18n, form), import('./form/texts')]);
    addTexts(i18n, 'form', { texts });
    return { element: <RecordRoute screen={screen} Form={Form} /> };
  };
  return [...before, { path: `${screen.path}/new`, lazy }, { path: `${screen.path}/:id`, lazy }];
}

function listRoute(screen: Screen, i18n: i18n): RouteObject {
  const { path, list } = screen;
  if (!list) return { path, element: <ListPage key={path} screen={screen} /> };
  return {
    path,
    lazy: async () => {
      const { List } = await loaded(screen, i18n, list);
      return { element: <List screen={screen} /> };
    },
  };
}

const pageRoute = (screen: Screen, { path, load }: PageRoute, i18n: i18n): RouteObject => ({
  path,
  lazy: async () => {
    const { Page } = await loaded(screen, i18n, load);
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
