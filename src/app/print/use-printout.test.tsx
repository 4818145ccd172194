import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import '@/testing/app/ui';
import { toastStore } from '@/ui/overlays/toast-store';
import { createI18n, Texts } from '../i18n/i18n';
import { usePrintout } from './use-printout';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('prints once although Ctrl P was pressed again meanwhile, and what was printed does not come back', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  /** What ends the loading of all rows, once for each time that it began. */
  const loads: (() => void)[] = [];
  const loadAll = () =>
    new Promise<{ rows: string[] }>((done) => loads.push(() => done({ rows: ['all of it'] })));
  function List() {
    const printout = usePrintout({ loaded: () => ({ rows: ['a part'] }), loadAll, isThere: true });
    return <p>{printout ? printout.rows.join() : 'on the screen'}</p>;
  }
  const i18n = await createI18n({}, 'en');
  render(
    <Texts i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <List />
      </QueryClientProvider>
    </Texts>,
  );
  const press = () => fireEvent.keyDown(document, { key: 'p', ctrlKey: true });
  press();
  press();
  await act(async () => loads[0]?.());
  await screen.findByText('all of it');
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  press();
  await act(async () => globalThis.dispatchEvent(new Event('afterprint')));
  await screen.findByText('on the screen');
  await act(async () => loads.slice(1).forEach((end) => end()));
  expect(screen.getByText('on the screen')).toBeTruthy();
  press();
  await act(async () => loads.at(-1)?.());
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(2));
});

it('says how many rows it has read of a long list, and where the rows are that it does not print', async () => {
  vi.stubGlobal('print', vi.fn());
  const clock = vi.spyOn(Date, 'now');
  const told: (readonly (string | undefined)[])[] = [];
  const stop = toastStore.subscribe(() =>
    told.push(
      toastStore.read().map(({ title, detail }) => `${title}: ${typeof detail === 'string' ? detail : ''}`),
    ),
  );
  function List() {
    const printout = usePrintout({
      loaded: () => ({ rows: ['a part'] }),
      loadAll: async (onRead) => {
        onRead(200);
        clock.mockReturnValue(Date.parse('2100-01-01'));
        onRead(1400);
        return { rows: ['one', 'two'], hasMore: true };
      },
      isExported: true,
      isThere: true,
    });
    return <p>{printout ? printout.rows.join() : 'on the screen'}</p>;
  }
  render(
    <Texts i18n={await createI18n({}, 'en')}>
      <QueryClientProvider client={new QueryClient()}>
        <List />
      </QueryClientProvider>
    </Texts>,
  );
  fireEvent.keyDown(document, { key: 'p', ctrlKey: true });
  await screen.findByText('one,two');
  stop();
  clock.mockRestore();
  expect(told).toEqual([
    ['Reading the rows to print: 1,400 rows so far'],
    [],
    ['Only the first 2 rows are printed: Export the list as a file to have all of them.'],
  ]);
});
