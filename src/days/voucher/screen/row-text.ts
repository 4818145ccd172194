import type { SayOf } from '@/app/i18n/i18n';
import type { SentLack, SentRow } from '../schema';

/** Returns what a row of a voucher is, in words. `rate` formats a tax rate. */
export function rowText(
  row: SentRow | SentLack,
  say: SayOf,
  rate: (value: string) => string = (value) => value,
): string {
  const { use, against, name } = row;
  const named = name ?? '';
  switch (use) {
    case 'tender':
    case 'gift_card_redeemed': {
      const tender = named || (use === 'tender' ? say('noName') : say(`use=${use}`));
      return against === null ? tender : say('row.against', { name: tender, what: say(`use=${against}`) });
    }
    case 'revenue':
      if (row.rate === null) return named ? say('row.revenue', { name: named }) : say('row.revenuePlain');
      return named
        ? say('row.revenueRate', { name: named, rate: rate(row.rate) })
        : say('row.revenueOfRate', { rate: rate(row.rate) });
    case 'vat':
      return say('row.vat', { rate: row.rate === null ? '–' : rate(row.rate) });
    case 'non_turnover':
    case 'paid_in':
    case 'paid_out':
    case 'bank_drop':
    case 'safe_drop':
    case 'card_fee':
      return named ? say('row.named', { what: say(`use=${use}`), name: named }) : say(`use=${use}`);
    default:
      return say(`use=${use}`);
  }
}
