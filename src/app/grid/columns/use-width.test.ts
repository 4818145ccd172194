import { expect, it } from 'vitest';
import { pluScreen } from '@/resources/plu/screen';
import { declaredWidth, widthClassFor } from './use-width';

const { columns } = pluScreen;

it('shows all columns where they stand side by side, and leaves out as many as need be where they do not', () => {
  expect(widthClassFor(columns, declaredWidth(columns, 3))).toBe(3);
  expect(widthClassFor(columns, declaredWidth(columns, 3) - 1)).toBe(2);
  expect(widthClassFor(columns, declaredWidth(columns, 2) - 1)).toBe(1);
  expect(widthClassFor(columns, 0)).toBe(1);
});
