import { numberOf, type Json } from '@/record/json';

/** Returns a stock unit as it is added; the first one is that of the stock balance. */
export const newUnit = (isFirst: boolean): Json => ({
  name: '',
  value: numberOf('1'),
  multiplier: numberOf('1'),
  balance_unit: isFirst,
  wastage_unit: false,
  inventory_unit: false,
});
