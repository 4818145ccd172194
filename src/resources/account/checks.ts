import type { Finding, RecordChecks } from '@/app/form/checks/record-checks';
import type { JsonObject } from '@/record/json';

export { texts } from './texts';

const rated = ['revenue', 'vat'];
const tendered = ['tender', 'gift_card_redeemed', 'card_fee'];
const drops = ['bank_drop', 'safe_drop'];
const kinds = ['non_turnover', 'paid_in', 'paid_out', ...drops];

/**
 * The checks of an account besides its contract: what it names must be something that its use has, or no row of a voucher will
 * ever fit it.
 */
export const checks: RecordChecks = {
  doubtful: async ({ record }) => deadEnds(record),
};

function deadEnds(record: JsonObject): Finding[] {
  const dead = (name: string, uses: readonly string[], key: string): Finding[] =>
    record[name] && !uses.some((use) => use === record['use']) ? [{ path: [name], key }] : [];
  return [
    ...dead('dpt_id', ['revenue'], 'dead.dpt'),
    ...dead('tax_rate', rated, 'dead.rate'),
    ...dead('tender_id', tendered, 'dead.tender'),
    ...dead('tender_type', tendered, 'dead.tender'),
    ...dead('kind', kinds, 'dead.kind'),
    ...(drops.some((use) => use === record['use']) && !record['kind']
      ? [{ path: ['kind'], key: 'dead.drop' }]
      : []),
  ];
}
