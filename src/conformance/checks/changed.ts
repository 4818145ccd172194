import { difference, isObject, type Json } from '../json';

/** Fields that a server sets itself and may change with each update. */
const stamps = ['modified_at', 'updated_at', 'modified_by', 'updated_by', 'version', 'sales_history'];

/** Returns the first difference between a record before and after a change, except in the fields `meant`. */
export function firstChange(before: Json, after: Json, meant: readonly string[]): string | null {
  const rest = (record: Json): Json => {
    const compared = Object.entries(record).filter(([key]) => ![...stamps, ...meant].includes(key));
    return Object.fromEntries(
      compared.map(([key, value]) => [key, key === 'data' && isObject(value) ? withoutStamps(value) : value]),
    );
  };
  return difference(rest(before), rest(after));
}

const withoutStamps = (data: Json): Json =>
  Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'modified_at'));
