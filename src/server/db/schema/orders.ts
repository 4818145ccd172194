import { columnType, lowerCase, type Table } from '../table';

/**
 * Returns the indexes of a table's lists: one in the order of each sort, per company, so that a first page is read in
 * the order of the index (`firstRows` in read/list-order.ts), with everything that a far page has to skip. Text has an
 * order for each of the two collations. Deactivated records are few and listed separately.
 */
export function listIndexes(table: Table): Record<string, string> {
  const { name, paging, sorts } = table.resource;
  const indexes: Record<string, string> = {
    [`${name}_order`]: `(${owner}, seq) include (active)`,
    [`${name}_off`]: `(${owner}, seq) where not active`,
    [`${name}_modified`]: `(${owner}, modified_at, seq)`,
  };
  for (const [filter, list] of Object.entries(table.lists))
    indexes[`${name}_${filter}`] = `using gin ((${lowerCase(list.replaceAll(/\bt\./g, ''))}))`;
  if (paging !== 'page') return indexes;
  for (const sort of sorts) {
    if (sort === 'modified_at') continue;
    if (columnType(table, sort) === 'text') {
      indexes[`${name}_by_${sort}_fi`] = `(${owner}, ${sort} collate "fi-x-icu", seq) include (active)`;
      indexes[`${name}_by_${sort}`] = `(${owner}, ${sort} collate "und-x-icu", seq) include (active)`;
    } else indexes[`${name}_by_${sort}`] = `(${owner}, ${sort}, seq) include (active)`;
  }
  for (const [sort, { of }] of Object.entries(table.sorts)) {
    if (!of) indexes[`${name}_by_${sort}`] = `(${owner}, ${sort}, seq) include (active)`;
    else if (of.within) indexes[`${name}_by_${sort}`] = `(${owner}, ${of.column}, ${of.within}, seq)`;
  }
  for (const column of table.counted) indexes[`${name}_of_${column}`] = `(${owner}, ${column}, seq)`;
  return indexes;
}

const owner = 'tenant_id, company_id';
