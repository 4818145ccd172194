import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../style/cx';
import { Icon } from './icon';
import styles from './badge.module.css';

/** `accent`: changed or chosen. `attention`: needs a decision. `hollow`: deactivated. `ink`: closed. */
export type DotColor = 'ok' | 'attention' | 'danger' | 'accent' | 'ink' | 'hollow';

/** Coloured dot. Colour is never the only sign: text stands beside it, or `label` is its accessible name. */
export function Dot({ color, label }: { color: DotColor; label?: string | undefined }) {
  const name = cx(styles.dot, styles[color]);
  return label === undefined ? (
    <span className={name} aria-hidden="true" />
  ) : (
    <span className={name} title={label}>
      <span className="vh">{label}</span>
    </span>
  );
}

/** A state: a dot, or a tick for `done`, with text. */
export function State({ color, children }: { color: DotColor | 'done'; children: ReactNode }) {
  return (
    <span className={cx(styles.state, color === 'hollow' && styles.faded)}>
      {color === 'done' ? <Icon as={Check} size="s" /> : <Dot color={color} />}
      {children}
    </span>
  );
}

/** Tag of a record: deactivated (`off`), owned by a parent company (`group`, with a lock), or a result of a check. */
export function Tag(props: {
  kind?: 'plain' | 'off' | 'group' | 'attention' | 'ok' | undefined;
  title?: string | undefined;
  children: ReactNode;
}) {
  const { kind = 'plain', title, children } = props;
  return (
    <span className={cx(styles.tag, styles[kind])} title={title}>
      {kind === 'group' && <Icon as={Lock} size="xs" />}
      {children}
    </span>
  );
}

/** A value that is too low, in copper with a dot; `title` says why. */
export function LowValue({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <span className={styles.low} title={title}>
      {children}
    </span>
  );
}
