import type { LucideIcon } from 'lucide-react';
import { cx } from '../style/cx';
import styles from './icon.module.css';

/** An icon of `lucide-react`, passed as the component itself. */
export type IconShape = LucideIcon;

/** Icon of 16, 14 or 12 px in the colour of the text. It is hidden from assistive technology: text goes with it. */
export function Icon(props: {
  as: IconShape;
  size?: 'm' | 's' | 'xs' | undefined;
  className?: string | undefined;
}) {
  const { as: As, size = 'm', className } = props;
  return <As aria-hidden className={cx(styles.icon, size !== 'm' && styles[size], className)} />;
}

/** The logo of the product: a house that is a receipt. */
export function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg className={cx(styles.mark, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M12 1.5 21 8.4V22.5l-3-2.2-3 2.2-3-2.2-3 2.2-3-2.2-3 2.2V8.4ZM7.5 10.6v1.9h9v-1.9Zm0 4v1.9h9v-1.9Z"
      />
    </svg>
  );
}
