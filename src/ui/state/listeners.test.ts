import { expect, it } from 'vitest';
import { createListeners } from './listeners';

it('a listener is called until it is removed', () => {
  const listeners = createListeners<[string]>();
  const calls: string[] = [];
  const remove = listeners.subscribe((text) => calls.push(text));
  listeners.notify('first');
  expect(listeners.isEmpty()).toBe(false);
  remove();
  listeners.notify('second');
  expect(listeners.isEmpty()).toBe(true);
  expect(calls).toEqual(['first']);
});
