import { redirect, useParams, type RouteObject } from 'react-router';
import type { Form } from './form/form-props';
import { ListPage } from './grid/list-page';
import { NotFoundPage, RouteError } from './page-error';
import type { Screen } from './screen';
import { AppShell } from './shell';

/** Every address of the application: for each screen its list, a new record, and a record by its id. */
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
  const list = { path: screen.path, element: <ListPage key={screen.path} screen={screen} /> };
  const { form } = screen;
  if (!form) return [list];
  const lazy = async () => {
    const { Form } = await form();
    return { element: <RecordRoute screen={screen} Form={Form} /> };
  };
  return [list, { path: `${screen.path}/new`, lazy }, { path: `${screen.path}/:id`, lazy }];
}

function RecordRoute({ screen, Form }: { screen: Screen; Form: Form }) {
  const { id = null } = useParams();
  return <Form key={id} screen={screen} id={id} />;
}
