import { usePageText } from '@/app/i18n/i18n';
import { texts } from './texts';
import styles from './progress.module.css';

/** How far work is, as a bar of 4 px and in numbers; `label` says which work. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const say = usePageText('changeset/pages', texts);
  const text = say('ofAll', { done, total });
  const share = total === 0 ? 0 : Math.min(100, (100 * done) / total);
  return (
    <span className={styles.run}>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <progress className="vh" aria-label={label} value={done} max={Math.max(1, total, done)} />
      <span className={styles.text}>{text}</span>
    </span>
  );
}
