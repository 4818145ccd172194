import { ArrowRight } from 'lucide-react';
import { Icon, type IconShape } from '@/ui/display/icon';
import styles from './second-factor.module.css';

/** One of the other ways on, below the form of a sign-in page. */
export function Way(props: {
  icon: IconShape;
  text: string;
  detail?: string;
  busy?: boolean;
  onClick: () => void;
}) {
  const { icon, text, detail, busy, onClick } = props;
  return (
    <button type="button" className={styles.way} aria-busy={busy} onClick={onClick}>
      <Icon as={icon} />
      <span className="grow">{text}</span>
      {detail && <span className="meta">{detail}</span>}
      <Icon as={ArrowRight} size="s" />
    </button>
  );
}
