import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '@/testing/app/ui';
import { createClient } from '../data/client';
import { isUserActive, watchUserActivity } from './user-activity';

const requests: IncomingHttpHeaders[] = [];
const server = createServer(({ headers }, response) => {
  requests.push(headers);
  response.setHeader('Content-Type', 'application/json').end('{}');
});
const ends: (() => unknown)[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
  requests.splice(0);
});

const startWatching = () => void ends.push(watchUserActivity());
const aMinute = () => void vi.advanceTimersByTime(60_000);

it('a page whose person does nothing for a minute says so with what it reads by itself', async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [inSession, byKey] = [
    { baseUrl, key: '', as: 'x' },
    { baseUrl, key: 'k' },
  ].map((one) => createClient(one));
  startWatching();
  await inSession?.json('/');
  aMinute();
  await inSession?.json('/');
  // A generic server does not get this header; keys do not end after inactivity.
  await byKey?.json('/');
  fireEvent.keyDown(document.body, { key: 'a' });
  await inSession?.json('/');
  expect(requests.map((headers) => headers['tillhouse-attended'])).toEqual([
    undefined,
    'no',
    undefined,
    undefined,
  ]);
});

it.each(['keyDown', 'pointerDown', 'pointerMove', 'wheel', 'touchMove'] as const)(
  '%s is a sign that somebody is there, also where the page takes it for itself',
  (sign) => {
    startWatching();
    aMinute();
    expect(isUserActive()).toBe(false);
    const stopEvent = (event: Event) => event.stopPropagation();
    document.body.addEventListener(sign.toLowerCase(), stopEvent);
    fireEvent[sign](document.body);
    document.body.removeEventListener(sign.toLowerCase(), stopEvent);
    expect(isUserActive()).toBe(true);
  },
);

it('a window that is come back to is one, a field that a script focuses is none', () => {
  startWatching();
  aMinute();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  expect([document.activeElement, isUserActive()]).toEqual([field, false]);
  field.remove();
  fireEvent.focus(window);
  expect(isUserActive()).toBe(true);
});

it('where nobody watches, everything counts as asked by somebody', () => {
  aMinute();
  expect(isUserActive()).toBe(true);
});
