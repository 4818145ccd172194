import i18next from 'i18next';
import type { RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { createRouteData } from '@/app/shell/route-data';
import { routesOf } from '@/app/shell/routes';
import { pagePaths } from '@/contract/page-paths';
import { screens } from '@/resources/screens';

const pathsIn = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsIn(children ?? [])]);

it('the service knows every address that the application has a page for, and no other', () => {
  const first = pathsIn(routesOf(screens, i18next, createRouteData()))
    .map((path) => path.split('/').find(Boolean) ?? '')
    .filter((segment) => segment !== '*' && segment !== '');
  // The one-time link is read before there are routes (application.tsx).
  expect([...new Set([...first, 'invitation'])].toSorted()).toEqual([...pagePaths].toSorted());
});
