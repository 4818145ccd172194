import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createClient } from '../data/client';
import { interfaceServer } from '../session/capabilities';
import { createRouteData, type LoaderContext } from './route-data';

const signedIn = (identity: string): LoaderContext => {
  const connection = { baseUrl: '', key: '' };
  const current = {
    client: createClient(connection),
    connection,
    me: null,
    server: interfaceServer,
    fallbackModule: null,
    identity,
  };
  return { current, queries: new QueryClient() };
};

/** Route data, and the addresses that were started with the identity they were started for. */
function started() {
  const data = createRouteData();
  const starts: string[] = [];
  const load = (address: string) =>
    data.load(address, ({ current }) => starts.push(`${address} as ${current.identity}`));
  return { data, load, starts };
}

it('starts what a loader wants at once while somebody is signed in', () => {
  const { data, load, starts } = started();
  data.connect(signedIn('Ada'), '/');
  load('/products/1');
  expect(starts).toEqual(['/products/1 as Ada']);
});

it('starts after the sign-in what the address that is open wanted before it, once', () => {
  const { data, load, starts } = started();
  load('/products/1');
  expect(starts).toEqual([]);
  const end = data.connect(signedIn('Ada'), '/products/1');
  end();
  data.connect(signedIn('Ada'), '/products/1');
  expect(starts).toEqual(['/products/1 as Ada']);
});

it('starts nothing of an address that was left before the sign-in', () => {
  const { data, load, starts } = started();
  load('/products/1');
  data.connect(signedIn('Ada'), '/customers');
  data.connect(signedIn('Ada'), '/products/1');
  expect(starts).toEqual([]);
});

it('reads for another company from the moment it is switched to, and for nobody in between', () => {
  const { data, load, starts } = started();
  const end = data.connect(signedIn('Ada in Helsinki'), '/');
  end();
  load('/products/1');
  expect(starts).toEqual([]);
  data.connect(signedIn('Ada in Oslo'), '/products/1');
  load('/products/2');
  end();
  load('/products/3');
  expect(starts).toEqual(
    ['/products/1', '/products/2', '/products/3'].map((path) => `${path} as Ada in Oslo`),
  );
});
