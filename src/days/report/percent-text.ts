import { useFormat } from '@/app/i18n/use-format';

/** Returns how per cents are written, with one decimal: "4.5%". */
export const usePercentText = (): ((percent: string) => string) => useWriting('auto');

/** Returns how a change in per cent is written, with its sign: "+4.5%"; nothing without one. */
export function useChangeText(): (change: string | null) => string {
  const write = useWriting('exceptZero');
  return (change) => (change === null ? '' : write(change));
}

function useWriting(signDisplay: 'auto' | 'exceptZero'): (percent: string) => string {
  const { locale } = useFormat();
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay,
  });
  // A minus, not a hyphen, in every language.
  return (percent) => format.format(Number(percent) / 100).replace('-', '−');
}
