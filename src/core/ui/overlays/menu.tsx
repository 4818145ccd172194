import { Menu as KitMenu } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { cx } from '../style/cx';
import styles from './float.module.css';
import { Icon, type IconShape } from '../display/icon';
import { Link } from '../layout/link';

/** A heading, a dividing rule, or an item of a menu. */
export type MenuEntry =
  | { kind: 'heading'; label: string }
  | { kind: 'rule' }
  | {
      kind?: undefined;
      label: string;
      icon?: IconShape | undefined;
      /** Muted text on the right. */
      detail?: string | undefined;
      /** Marks the chosen entry with a tick on the right. */
      chosen?: boolean | undefined;
      danger?: boolean | undefined;
      disabled?: boolean | undefined;
      /** Makes the entry a link. */
      href?: string | undefined;
      onClick?: (() => void) | undefined;
    };

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'rule') return <hr className={styles.rule} />;
  if (entry.kind === 'heading')
    return <KitMenu.Label className={styles.heading ?? ''}>{entry.label}</KitMenu.Label>;
  const { label, icon, detail, chosen, danger, disabled = false, href, onClick } = entry;
  const body = (
    <>
      {icon && <Icon as={icon} />}
      <span className={styles.label}>
        {label}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {chosen && <Icon as={Check} size="s" />}
    </>
  );
  const common = {
    disabled,
    classNames: { item: cx(styles.item, danger && styles.danger), itemLabel: styles.label ?? '' },
    ...(chosen && { 'aria-current': true as const }),
    ...(onClick && { onClick }),
  };
  return href === undefined ? (
    <KitMenu.Item {...common}>{body}</KitMenu.Item>
  ) : (
    <KitMenu.Item {...common} component={Link} href={href}>
      {body}
    </KitMenu.Item>
  );
}

/** Menu that its child, a button, opens. Arrow keys, Home, End, letters and Escape work. */
export function Menu(props: {
  entries: MenuEntry[];
  children: ReactElement;
  position?: 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | undefined;
  width?: number | undefined;
}) {
  const { entries, children, position = 'bottom-start', width } = props;
  return (
    <KitMenu
      position={position}
      width={width ?? 'max-content'}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: cx('raised', styles.pop, styles.menu) }}
    >
      <KitMenu.Target>{children}</KitMenu.Target>
      <KitMenu.Dropdown>
        {entries.map((entry, index) => (
          <Entry key={entry.kind === 'rule' ? index : entry.label} entry={entry} />
        ))}
      </KitMenu.Dropdown>
    </KitMenu>
  );
}
