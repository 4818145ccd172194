import { expect, it } from 'vitest';
import { pluScreen } from '@/resources/plu/screen';
import { declaredWidth, roomFor } from './use-width';

const { columns } = pluScreen;

it('shows all columns where they stand side by side, and leaves out as many as need be where they do not', () => {
  expect(roomFor(columns, declaredWidth(columns, 3))).toBe(3);
  expect(roomFor(columns, declaredWidth(columns, 3) - 1)).toBe(2);
  expect(roomFor(columns, declaredWidth(columns, 2) - 1)).toBe(1);
  expect(roomFor(columns, 0)).toBe(1);
});
