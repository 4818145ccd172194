import { describe, expect, it } from 'vitest';
import { keyAction } from './keys';

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, held: Partial<typeof none> = {}, at = {}) =>
  keyAction({ ...none, ...held, key }, { active: 5, count: 100, page: 20, column: -1, columns: 8, ...at });

describe('the keys of a list', () => {
  it('walk by row, by page and to the ends, and stop there', () => {
    expect(press('ArrowDown')).toEqual({ do: 'move', to: 6, extend: false });
    expect(press('PageUp')).toEqual({ do: 'move', to: 0, extend: false });
    expect(press('PageDown')).toEqual({ do: 'move', to: 25, extend: false });
    expect(press('End')).toEqual({ do: 'move', to: 99, extend: false });
    expect(press('End', { ctrlKey: true })).toEqual({ do: 'move', to: 99, extend: false });
    expect(press('ArrowDown', {}, { active: 99, count: 100, page: 20 })).toMatchObject({ to: 99 });
  });

  it('take the selection along with Shift', () => {
    expect(press('ArrowUp', { shiftKey: true })).toEqual({ do: 'move', to: 4, extend: true });
  });

  it('begin at the first row when none has the focus, and open or choose none then', () => {
    const at = { active: -1, count: 100, page: 20 };
    expect(press('ArrowDown', {}, at)).toMatchObject({ to: 0 });
    expect(press('ArrowUp', {}, at)).toMatchObject({ to: 0 });
    expect(press('Enter', {}, at)).toBeNull();
    expect(press(' ', {}, at)).toBeNull();
  });

  it('open, choose, choose all and let go', () => {
    expect(press('Enter')).toEqual({ do: 'open' });
    expect(press(' ')).toEqual({ do: 'toggle' });
    expect(press('a', { metaKey: true })).toEqual({ do: 'selectLoaded' });
    expect(press('Escape')).toEqual({ do: 'clear' });
  });

  it('leave everything else to the browser', () => {
    for (const key of ['a', 'Tab', '/', 'F5']) expect(press(key)).toBeNull();
    expect(press('ArrowDown', { altKey: true })).toBeNull();
    expect(press('r', { ctrlKey: true })).toBeNull();
    expect(press('ArrowDown', {}, { active: -1, count: 0, page: 20 })).toBeNull();
  });
});

describe('the keys in the cells of a list', () => {
  it('walk the cells of a row, and left of the first one stand on the row again', () => {
    expect(press('ArrowRight')).toEqual({ do: 'step', column: 0, extend: false });
    expect(press('ArrowRight', {}, { column: 7 })).toMatchObject({ column: 7 });
    expect(press('ArrowLeft', {}, { column: 0 })).toMatchObject({ do: 'step', column: -1 });
    expect(press('ArrowLeft')).toBeNull();
    expect(press('Home', {}, { column: 3 })).toMatchObject({ do: 'step', column: 0 });
    expect(press('End', {}, { column: 3 })).toMatchObject({ do: 'step', column: 7 });
  });

  it('mark cells with Shift, and never the row as a whole on the way', () => {
    expect(press('ArrowLeft', { shiftKey: true }, { column: 0 })).toMatchObject({ column: 0, extend: true });
  });

  it('edit with Enter in a cell and with F2 anywhere; Escape goes back to the row', () => {
    expect(press('Enter', {}, { column: 2 })).toEqual({ do: 'edit', orOpen: true });
    expect(press('F2')).toEqual({ do: 'edit', orOpen: false });
    expect(press('Escape', {}, { column: 2 })).toMatchObject({ do: 'step', column: -1 });
    expect(press('Escape')).toEqual({ do: 'clear' });
  });

  it('copy, take back and do again', () => {
    expect(press('c', { ctrlKey: true })).toEqual({ do: 'copy' });
    expect(press('z', { metaKey: true })).toEqual({ do: 'undo' });
    expect(press('Z', { ctrlKey: true, shiftKey: true })).toEqual({ do: 'redo' });
    expect(press('y', { ctrlKey: true })).toEqual({ do: 'redo' });
  });

  it('edit a cell by typing on it, and empty it with Delete; a row as a whole leaves letters alone', () => {
    expect(press('6', {}, { column: 2 })).toEqual({ do: 'type', text: '6' });
    expect(press('Ä', { shiftKey: true }, { column: 2 })).toEqual({ do: 'type', text: 'Ä' });
    expect(press('Delete', {}, { column: 2 })).toEqual({ do: 'type', text: '' });
    expect(['6', 'a', 'Delete'].map((key) => press(key))).toEqual([null, null, null]);
    expect(['/', '?', 'Shift', 'F5', 'Tab'].map((key) => press(key, {}, { column: 2 }))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
