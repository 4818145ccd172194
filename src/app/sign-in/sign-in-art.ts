import { useMemo } from 'react';
import { formatMoney } from '../i18n/format';
import { localeOf, useLanguage, type Language } from '../i18n/i18n';
import type { ReceiptIllustration } from '@/ui/display/receipt';

const texts = {
  en: {
    time: '21:14',
    shop: 'Shop',
    counts: ['Products', 'Customers', 'Locations', 'Registers'],
    gross: 'Gross EUR',
    tenders: ['Card', 'Lunch card', 'Mobile payment', 'Cash'],
    tendered: 'Tendered',
    difference: 'Difference',
    last: 'Adds up, to the cent.',
  },
  fi: {
    time: '21.14',
    shop: 'Myymälä',
    counts: ['Tuotteita', 'Asiakkaita', 'Toimipaikkoja', 'Kassoja'],
    gross: 'Myynti EUR',
    tenders: ['Kortti', 'Lounaskortti', 'Mobiilimaksu', 'Käteinen'],
    tendered: 'Maksettu',
    difference: 'Erotus',
    last: 'Täsmää, sentilleen.',
  },
} satisfies Record<Language, object>;

const counts = ['1500', '2418', '5', '11'];
const stores = ['5088.75', '4112.30', '3870.05', '2964.80', '3401.15'];
const tendered = ['13902.40', '2871.20', '1540.15', '1123.30'];
const total = '19437.05';

/**
 * Returns the receipt illustration of the sign-in page. Its amounts add up and are never live data; it names no firm and no
 * town, because every firm has this page.
 */
export function useReceiptArt(): ReceiptIllustration {
  const { language } = useLanguage();
  return useMemo(() => receiptArtIn(language), [language]);
}

/** Returns the receipt illustration in a language. */
export function receiptArtIn(language: Language): ReceiptIllustration {
  const say = texts[language];
  const money = (amount: string) => formatMoney(amount, localeOf[language]);
  const count = (text: string) => money(text).replace(/\D00$/, '');
  return {
    date: '20.3.2026',
    time: say.time,
    title: 'Tillhouse',
    groups: [
      say.counts.map((label, index) => ({ label, value: count(counts[index] ?? '') })),
      [
        ...stores.map((amount, index) => ({ label: `${say.shop} ${index + 1}`, value: money(amount) })),
        { label: say.gross, value: money(total), total: true },
      ],
      [
        ...say.tenders.map((label, index) => ({ label, value: money(tendered[index] ?? '') })),
        { label: say.tendered, value: money(total), total: true },
      ],
      [{ label: say.difference, value: money('0') }],
    ],
    last: say.last,
  };
}
