import { defineTexts } from '@/app/i18n/i18n';

/** What the checks of a product say, in the form and in the list's cells. */
export const texts = defineTexts({
  en: {
    'check.unitName': 'A unit needs a name; or remove the row',
    'check.supplier': 'Choose who delivers it; or remove the row',
    'check.largestChange':
      'Your role changes a price by at most {{percent}} %: from {{from}} to {{until}} here.',
    'check.negative': 'Less than nothing: is that meant?',
    'check.tenTimes': 'Ten times {{before}} or more: is that meant?',
    'check.tenth': 'A tenth of {{before}} or less: is that meant?',
    'check.belowCost': 'Below cost by {{by}}: is that meant?',
    'check.sameName': 'Another product has this name already: is that meant?',
    'check.taken': '{{name}} has this code already: is that meant?',
  },
  fi: {
    'check.unitName': 'Yksikkö tarvitsee nimen; tai poista rivi',
    'check.supplier': 'Valitse toimittaja; tai poista rivi',
    'check.largestChange': 'Roolisi muuttaa hintaa enintään {{percent}} %: tässä {{from}}–{{until}}.',
    'check.negative': 'Alle nollan: onko se tarkoitus?',
    'check.tenTimes': 'Kymmenkertainen tai enemmän ({{before}}): onko se tarkoitus?',
    'check.tenth': 'Kymmenesosa tai vähemmän ({{before}}): onko se tarkoitus?',
    'check.belowCost': 'Alle hankintahinnan {{by}}: onko se tarkoitus?',
    'check.sameName': 'Samanniminen tuote on jo olemassa: onko se tarkoitus?',
    'check.taken': 'Koodi on jo tuotteella {{name}}: onko se tarkoitus?',
  },
});
