import { hrefOf, type Screen } from '@/app/shell/screen';
import type { SalesBy, SalesRow } from '../answer';
import { queryOf, type SalesParams } from './history-query';

/** Returns the address of this page with what it asks. */
export function salesHref(params: SalesParams): string {
  return `/sales?${queryOf(params)}`;
}

/**
 * Returns where a row leads: to what it is made of. Null where there is nothing more to see. `by` is that of the row: while another
 * breakdown is on its way, the address asks for that already.
 */
export function linkOf(
  { id, name }: Pick<SalesRow, 'id' | 'name'>,
  {
    by,
    asked,
    screens,
    screen,
  }: { by: SalesBy; asked: SalesParams; screens: Readonly<Record<string, Screen>>; screen: Screen },
): string | null {
  if (id === null) return null;
  const here = (change: Partial<SalesParams>) => salesHref({ ...asked, ...change });
  const receipts = (filters: Record<string, string>) =>
    `${screen.path}?${new URLSearchParams({ ...filters, completed_from: asked.from, completed_until: asked.to }).toString()}`;
  switch (by) {
    case 'product':
    case 'together':
      return here({ by: 'day', plu_id: id, dpt_id: '' });
    case 'department':
      return here({ by: 'product', dpt_id: id, plu_id: '' });
    case 'location':
      return here({ by: asked.plu_id === '' && asked.dpt_id === '' ? 'product' : 'day', location_id: [id] });
    case 'discount':
      return name !== null && screens['discount'] ? hrefOf(screens['discount'], id) : null;
    case 'register':
      return receipts({ pos_id: id });
    case 'month':
      return here({ by: 'day', from: `${id}-01`, to: lastOf(id) });
    case 'day':
      return asked.plu_id === ''
        ? daysOf(screens['businessday'], id, asked)
        : `${screen.path}?${new URLSearchParams({ plu_id: asked.plu_id, completed_from: id, completed_until: id }).toString()}`;
    default:
      return null;
  }
}

/** The days of a date, summed up. */
function daysOf(screen: Screen | undefined, day: string, { location_id }: SalesParams): string | null {
  if (!screen) return null;
  const query = new URLSearchParams({ from: day, to: day });
  if (location_id.length > 0) query.set('location_id', location_id.join(','));
  return `${screen.path}/summary?${query.toString()}`;
}

/** Returns the last day of a month. */
function lastOf(month: string): string {
  const [year = '', number = ''] = month.split('-');
  return new Date(Date.UTC(Number(year), Number(number), 0)).toISOString().slice(0, 10);
}

/** Returns the page of a product and its receipts in the period. */
export const productLinks = (
  { plu_id, from, to }: SalesParams,
  plu: Screen | undefined,
  screen: Screen,
): { readonly product: string | null; readonly receipts: string } => ({
  product: plu ? hrefOf(plu, plu_id) : null,
  receipts: `${screen.path}?${new URLSearchParams({ plu_id, completed_from: from, completed_until: to }).toString()}`,
});
