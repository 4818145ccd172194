import { useQueries } from '@tanstack/react-query';
import { useApp } from '@/app/shell/app-context';
import type { SayOf } from '@/app/i18n/i18n';
import { recordLabelQuery } from '@/app/data/queries';
import { pos } from '@/resources/pos/contract';
import type { Register } from '../report';
import type { Totals } from '../schema/totals';

/** Returns a function for the name of a register: from the report, or else from its record. */
export function useRegisterNames(
  cash: readonly Pick<Totals['cash'][number], 'pos_id'>[],
  registers: readonly Register[],
  say: SayOf,
): (pos_id: string | null) => string {
  const { source } = useApp();
  const known = new Map(
    registers.flatMap(({ pos_id, name, pos_num }) => {
      const text = name || (pos_num === null ? '' : String(pos_num));
      return pos_id !== null && text ? [[pos_id, text] as const] : [];
    }),
  );
  const asked = [...new Set(cash.flatMap(({ pos_id }) => (pos_id === null ? [] : [pos_id])))].filter(
    (id) => !known.has(id),
  );
  const records = useQueries({ queries: asked.map((id) => recordLabelQuery(source, pos, id)) });
  for (const { data } of records) {
    const name = data?.['name'];
    if (data && typeof name === 'string') known.set(data.id, name);
  }
  return (pos_id) => (pos_id === null ? say('noRegister') : (known.get(pos_id) ?? '…'));
}
