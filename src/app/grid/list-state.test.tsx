import { act, renderHook } from '@testing-library/react';
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing';
import { describe, expect, it } from 'vitest';
import { pluScreen } from '@/resources/plu/screen';
import { paramsOf } from '../data/row-source';
import { nextSort, useListState } from './list-state';

/** Renders the list state at an address, and records the address that it writes. */
function at(searchParams: string) {
  const seen: { query: string; history: string }[] = [];
  const onUrlUpdate: OnUrlUpdateFunction = ({ queryString, options }) =>
    seen.push({ query: queryString, history: options.history });
  const { result } = renderHook(() => useListState(pluScreen), {
    wrapper: ({ children }) => (
      <NuqsTestingAdapter searchParams={searchParams} onUrlUpdate={onUrlUpdate} hasMemory>
        {children}
      </NuqsTestingAdapter>
    ),
  });
  return { state: () => result.current, seen };
}

/** Makes one change and waits for the address: changes of one moment are written together. */
const step = (change: () => void) =>
  act(async () => {
    change();
    await new Promise((done) => setTimeout(done, 120));
  });

describe('the address of a list', () => {
  it('says nothing of what is as it always is', () => {
    const { state } = at('');
    expect(state().query).toEqual({ q: '', sort: '-modified_at', active: 'active', filters: {} });
    expect(state().isNarrowed).toBe(false);
  });

  it('holds search, order, filters of several values and deactivated ones', () => {
    const { state } = at('?q=bun&sort=name&active=all&dpt_id=a,b');
    expect(state().query).toEqual({ q: 'bun', sort: 'name', active: 'all', filters: { dpt_id: ['a', 'b'] } });
    expect(state().isNarrowed).toBe(true);
  });

  it('asks for deactivated records alone', async () => {
    const { state, seen } = at('?active=deactivated');
    expect(paramsOf(state().query, pluScreen.contract)).toMatchObject({ active: 'false' });
    expect(state().query.active).toBe('deactivated');
    await step(() => state().clearFilters());
    expect(seen.at(-1)?.query).toBe('');
    expect(paramsOf(state().query, pluScreen.contract)).toMatchObject({ active: 'true' });
  });

  it('is believed no order that the list does not know, and no filter', () => {
    const { state } = at('?sort=-shade&colour=red');
    expect(state().query).toMatchObject({ sort: '-modified_at', filters: {} });
  });

  it('is replaced while typing, and stepped for "back" otherwise', async () => {
    const { state, seen } = at('');
    await step(() => state().search('bun'));
    await step(() => state().sortBy('name'));
    await step(() => state().filterBy({ dpt_id: ['a', 'b'] }));
    await step(() => state().showActive('all'));
    expect(seen.map((one) => one.history)).toEqual(['replace', 'push', 'push', 'push']);
    expect(seen.at(-1)?.query).toBe('?q=bun&sort=name&dpt_id=a,b&active=all');
  });

  it('is told of while it is not written yet, for whoever goes on to a record', async () => {
    const { state, seen } = at('');
    await step(() => state().search('bu'));
    let written: string | undefined;
    await act(async () => {
      state().search('bun');
      await state().written();
      written = seen.at(-1)?.query;
    });
    expect(written).toBe('?q=bun');
    await step(() => undefined);
    expect(state().written()).toBeNull();
  });

  it('loses search and filters together, and keeps the order', async () => {
    const { state, seen } = at('?q=bun&sort=name&dpt_id=a&tax_id=b');
    await step(() => state().clear());
    expect(seen.at(-1)?.query).toBe('?sort=name');
    expect(state().isNarrowed).toBe(false);
  });
});

it('turns an order around at the second click', () => {
  expect(nextSort('-modified_at', 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBe('name');
});
