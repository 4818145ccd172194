import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Button } from './button';
import { cx } from '../style/cx';
import { useUiStrings } from './ui-strings';

/** Loading skeleton of one value, without animation; `width` in px or per cent, `right` in a column of numbers. */
export function Skeleton({ width, right }: { width: number | string; right?: boolean | undefined }) {
  return <span aria-hidden="true" className={cx(styles.bar, right && styles.right)} style={{ width }} />;
}

/** Loading skeleton of a form or a text; a screen reader announces that it is loading. */
export function SkeletonLines({ lines = 6 }: { lines?: number | undefined }) {
  const strings = useUiStrings();
  return (
    <output className={styles.lines} aria-label={strings.loading} data-loading>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={`${[62, 44, 71, 38, 55, 49][index % 6]}%`} />
      ))}
    </output>
  );
}

/** Empty state: says what is missing, and offers what to do about it. Also for "nothing found". */
export function EmptyState(props: { title: string; text?: ReactNode; actions?: ReactNode }) {
  const { title, text, actions } = props;
  return (
    <div className={styles.blank}>
      <p>
        <b>{title}</b>
      </p>
      {text && <p className="muted">{text}</p>}
      {actions && <div className={styles.acts}>{actions}</div>}
    </div>
  );
}

/** Error state: what failed, what the service answered, and a button to try again. */
export function ErrorState(props: {
  title: string;
  text?: ReactNode;
  retry?: string | undefined;
  onRetry?: (() => void) | undefined;
}) {
  const { title, text, retry, onRetry } = props;
  return (
    <div className={cx(styles.blank, styles.failed)} role="alert">
      <p>
        <b>{title}</b>
      </p>
      {text && <p className="muted">{text}</p>}
      {retry && (
        <div className={styles.acts}>
          <Button icon={RefreshCw} onClick={onRetry}>
            {retry}
          </Button>
        </div>
      )}
    </div>
  );
}
