import { Menu as MenuIcon } from 'lucide-react';
import { Icon, type IconShape } from '../display/icon';
import { Link } from './link';
import type { NavLink } from './shell-nav';
import styles from './tab-bar.module.css';

/** Props of the tabs: what a phone has at the thumb, and what opens everything else. */
export interface TabBarProps {
  /** The accessible name of the tabs: "Daily". */
  label: string;
  tabs: readonly NavLink[];
  more: { label: string; opened: boolean; onClick: () => void };
}

const face = (icon: IconShape, label: string) => (
  <>
    <Icon as={icon} />
    <span className={styles.label}>{label}</span>
  </>
);

/** Tabs at the foot of a phone, with what opens everything else at their end. */
export function TabBar({ label, tabs, more }: TabBarProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
          {face(tab.icon, tab.tab ?? tab.label)}
          <span className={styles.count}>{tab.count}</span>
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={more.opened}
        data-current={tabs.some(({ current }) => current) ? undefined : ''}
        onClick={more.onClick}
      >
        {face(MenuIcon, more.label)}
      </button>
    </nav>
  );
}
