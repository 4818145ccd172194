import { expect, it } from 'vitest';
import { createSectionList } from './section-list';

const entry = (id: string, more: { slot?: string; index?: number; title?: string } = {}) => ({
  id,
  slot: id,
  index: 0,
  title: id,
  attention: undefined,
  ...more,
});

it('lists sections as they stand on the page, also one that comes later and stands before others', () => {
  const list = createSectionList(['general', 'additional', 'other']);
  for (const id of ['general', 'other', 'additional']) list.put(entry(id));
  expect(list.get().map(({ id }) => id)).toEqual(['general', 'additional', 'other']);
  list.put(entry('additional', { title: 'Renamed' }));
  expect(list.get().map(({ title }) => title)).toEqual(['general', 'Renamed', 'other']);
});

it('sections of one slot stand in the order of their index, whichever is added first', () => {
  const list = createSectionList(['general', 'additional', 'other']);
  for (const id of ['other', 'general']) list.put(entry(id));
  list.put(entry('additional-b', { slot: 'additional', index: 1 }));
  list.put(entry('additional-a', { slot: 'additional' }));
  expect(list.get().map(({ id }) => id)).toEqual(['general', 'additional-a', 'additional-b', 'other']);
  list.remove('additional-a');
  expect(list.get().map(({ id }) => id)).toEqual(['general', 'additional-b', 'other']);
});

it('a section that its form does not declare is an error', () => {
  expect(() => createSectionList(['general']).put(entry('prices'))).toThrow('section "prices"');
});
