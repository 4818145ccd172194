import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useApp } from '@/core/app/shell/app-context';
import { recordLabelQuery } from '@/core/app/data/queries';
import type { RowQuery, RowSource } from '@/core/app/data/row-source';
import type { Row } from '@/core/app/data/row';
import { dpt } from '../../../dpt/contract';
import { tax } from '../../../tax/contract';
import { tender } from '../../../tender/contract';
import { big } from '../amounts';
import type { Totals } from '../schema/totals';
import type { Accounts } from '../../actions/voucher';

const all: RowQuery = { q: '', sort: '', active: false, filters: {} };

/** Query options for all taxes: a receipt refers to a rate, not to a record. */
const taxes = (source: RowSource) =>
  queryOptions({
    queryKey: ['tax', 'accounts'],
    queryFn: ({ signal }) => source.all(tax, all, { signal }),
  });

const accountOf = (row: Row | null | undefined): string => {
  const code = row?.data['account_code'];
  return typeof code === 'string' ? code : '';
};

/**
 * Returns the accounts of a day's tenders and departments, from their records, and of its tax rates, from the active
 * tax of that rate that has one. `ready` once all requests have finished.
 */
export function useAccounts(totals: Totals): Omit<Accounts, 'rounding'> & { readonly ready: boolean } {
  const { source } = useApp();
  const tenderIds = totals.by_tender.flatMap(({ tender_id }) => (tender_id === null ? [] : [tender_id]));
  const dptIds = totals.by_dpt.flatMap(({ dpt_id }) => (dpt_id === null ? [] : [dpt_id]));
  const tenders = useQueries({ queries: tenderIds.map((id) => recordLabelQuery(source, tender, id)) });
  const dpts = useQueries({ queries: dptIds.map((id) => recordLabelQuery(source, dpt, id)) });
  const rates = useQuery(taxes(source));
  const accounts = new Map(
    [...tenders, ...dpts].flatMap(({ data }) =>
      data ? [[data.id.toLowerCase(), accountOf(data)] as const] : [],
    ),
  );
  const byId = (id: string | null) => (id === null ? '' : (accounts.get(id.toLowerCase()) ?? ''));
  return {
    ready: [...tenders, ...dpts, rates].every((query) => !query.isPending),
    tender: byId,
    dpt: byId,
    tax(rate) {
      if (rate === null) return '';
      const same = (rates.data ?? []).filter(
        (row) => big(row['rate']).eq(big(rate)) && accountOf(row) !== '',
      );
      return accountOf(same.find((row) => row.active) ?? same[0]);
    },
  };
}
