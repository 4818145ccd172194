import { texts as checkTexts } from '@/app/form/checks/check-texts';
import { notConverted } from '@/app/form/checks/common-checks';
import {
  isChanged,
  type CheckContext,
  type Checked,
  type Finding,
  type RecordChecks,
} from '@/app/form/checks/record-checks';
import { defineTexts } from '@/app/i18n/i18n';
import { dpt } from '../dpt/contract';
import { plu } from '../plu/contract';

export const texts = defineTexts({
  en: {
    ...checkTexts.en,
    'check.rateInUse_one':
      '{{count, number}} product or department is sold at {{rate}}\u00A0% once this is saved; days before keep {{was}}\u00A0%. Save again to change the rate now.',
    'check.rateInUse_other':
      '{{count, number}} products and departments are sold at {{rate}}\u00A0% once this is saved; days before keep {{was}}\u00A0%. Save again to change the rate now.',
  },
  fi: {
    ...checkTexts.fi,
    'check.rateInUse_one':
      '{{count, number}} tuote tai osasto myydään kannalla {{rate}}\u00A0% tallennuksesta alkaen; aiemmat päivät säilyttävät kannan {{was}}\u00A0%. Tallenna uudelleen, jos kanta muuttuu nyt.',
    'check.rateInUse_other':
      '{{count, number}} tuotetta ja osastoa myydään kannalla {{rate}}\u00A0% tallennuksesta alkaen; aiemmat päivät säilyttävät kannan {{was}}\u00A0%. Tallenna uudelleen, jos kanta muuttuu nyt.',
  },
});

const ratePath = ['rate'];

/** Asks about the rate of a tax that products or departments have: it changes at once what they are sold at. */
async function rateInUse(checked: Checked, { count, format }: CheckContext): Promise<readonly Finding[]> {
  const { record, stored } = checked;
  const id = record['id'];
  if (!stored || typeof id !== 'string' || !isChanged(checked, ratePath)) return [];
  const uses = await Promise.all([plu, dpt].map((resource) => count(resource, 'tax_id', id)));
  const used = uses.reduce((sum, one) => sum + one, 0);
  const values = { count: used, rate: format.decimal(record['rate']), was: format.decimal(stored['rate']) };
  return used === 0 ? [] : [{ path: ratePath, key: 'check.rateInUse', values }];
}

/** The checks besides the contract: neither a rate nor whether prices hold tax is a mere label. */
export const checks: RecordChecks = {
  doubtful: async (checked, context) => [
    ...notConverted(checked, ['data', 'included']),
    ...(await rateInUse(checked, context)),
  ],
};
