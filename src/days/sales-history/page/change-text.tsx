import { useFormat } from '@/app/i18n/use-format';
import { changeOf } from './compared';
import styles from './history.module.css';

/** A change in per cent, with its sign; nothing without something to compare. */
export function ChangeText({ now, before }: { now: string | null; before: string | null }) {
  const format = useFormat();
  const change = now === null ? null : changeOf(now, before);
  if (change === null) return null;
  return <span className={styles.change}>{`${signed(change, format.decimal)}\u00A0%`}</span>;
}

/** Returns a change with its sign, as digits of the language. */
export const signed = (change: string, decimal: (value: unknown, places?: number) => string): string =>
  `${change.startsWith('-') || Number(change) === 0 ? '' : '+'}${decimal(change, 1)}`;
