// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { createSectionList } from './section-list';

it('lists sections as they stand on the page, also one that comes later and stands before others', () => {
  document.body.innerHTML = '<i id="general"></i><i id="additional"></i><i id="other"></i>';
  const list = createSectionList();
  for (const id of ['general', 'other', 'additional']) list.put({ id, title: id, attention: undefined });
  expect(list.get().map(({ id }) => id)).toEqual(['general', 'additional', 'other']);
  list.put({ id: 'additional', title: 'Renamed', attention: undefined });
  expect(list.get().map(({ title }) => title)).toEqual(['general', 'Renamed', 'other']);
});
