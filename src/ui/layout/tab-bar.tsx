import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon, type IconShape } from '../display/icon';
import { afterPress } from '../state/after-press';
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
  const isTyping = useTyping();
  return (
    <nav className={styles.tabs} aria-label={label} data-typing={isTyping ? '' : undefined}>
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

/** Whether something brings up a keyboard on the screen when it has the focus. */
const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('input:not([type=checkbox], [type=radio]), textarea') &&
  matchMedia('(pointer: coarse)').matches;

/**
 * Whether a text field has the focus where the pointer is coarse: its keyboard leaves no room for the tabs. They come back after the press
 * that left the field, which would otherwise miss what it was meant for, as the tabs move it.
 */
function useTyping(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    const look = () => setIsTyping(isTextField(document.activeElement));
    const onMove = ({ type, target }: FocusEvent) => {
      if (type === 'focusin' && isTextField(target)) setIsTyping(true);
      else afterPress(() => setTimeout(look));
    };
    look();
    document.addEventListener('focusin', onMove);
    document.addEventListener('focusout', onMove);
    return () => {
      document.removeEventListener('focusin', onMove);
      document.removeEventListener('focusout', onMove);
    };
  }, []);
  return isTyping;
}
