import { Menu as KitMenu } from '@mantine/core';
import { Check } from 'lucide-react';
import { cx } from '../style/cx';
import styles from './float.module.css';
import { useLayer } from './layers';
import { Icon } from '../display/icon';
import { Link } from '../layout/link';
import { Anchor, useOpenAfterMount, type DropdownProps } from './anchor';
import type { MenuEntry } from './menu';

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

/** The dropdown of a `Menu`. */
export function MenuDropdown(props: DropdownProps & { entries: MenuEntry[] }) {
  const { anchor, id, opened, onChange, entries, position = 'bottom-start', width } = props;
  useLayer(opened);
  return (
    <KitMenu
      id={id}
      opened={useOpenAfterMount(opened)}
      onChange={onChange}
      position={position}
      width={width ?? 'max-content'}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: cx('raised', styles.pop, styles.menu) }}
    >
      <KitMenu.Target>
        <Anchor element={anchor} />
      </KitMenu.Target>
      <KitMenu.Dropdown>
        {entries.map((entry, index) => (
          <Entry key={entry.kind === 'rule' ? index : entry.label} entry={entry} />
        ))}
      </KitMenu.Dropdown>
    </KitMenu>
  );
}
