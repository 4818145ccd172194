import { useFormat } from '@/core/app/i18n/use-format';

/** Returns how a change in per cent is written, with its sign: "+4.5%"; nothing without one. */
export function useChangeText(): (change: string | null) => string {
  const { locale } = useFormat();
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return (change) => (change === null ? '' : format.format(Number(change) / 100));
}
