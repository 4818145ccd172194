import { notConverted } from '@/core/app/form/checks/common-checks';
import type { RecordChecks } from '@/core/app/form/checks/record-checks';
import { defineTexts } from '@/core/app/i18n/i18n';

export const texts = defineTexts({
  en: {
    'check.notConverted':
      'Prices are not converted: each keeps its figure, and it counts with or without tax from now on. Save again if that is meant.',
  },
  fi: {
    'check.notConverted':
      'Hintoja ei muunneta: luvut säilyvät, mutta niiden tulkinta veron osalta muuttuu. Tallenna uudelleen, jos näin on tarkoitus.',
  },
});

/** The checks besides the contract: whether prices hold tax is no mere label. */
export const checks: RecordChecks = {
  doubtful: async (checked) => notConverted(checked, ['data', 'included']),
};
