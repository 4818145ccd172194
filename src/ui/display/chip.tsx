import { ChevronDown, Plus, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './chip.module.css';
import { cx } from '../style/cx';
import { Icon } from './icon';
import { Popover, type PopoverContent } from '../overlays/popover';
import { useUiStrings } from './ui-strings';

interface ChipText {
  /** What is filtered: "Department". */
  label: string;
  /** The value of the filter; without one, the chip is dashed. Empty: it is set, and its label says all. */
  value?: string | undefined;
  /** Removes the filter. A chip with a value and without this is always set, and shows a chevron. */
  onRemove?: (() => void) | undefined;
}

type Target = ChipText & ComponentProps<'button'>;

function ChipButton({ label, value, onRemove, ...rest }: Target) {
  const { remove } = useUiStrings();
  if (value === undefined)
    return (
      <button type="button" {...rest} className={styles.chip}>
        <Icon as={Plus} size="xs" />
        {label}
      </button>
    );
  if (!onRemove)
    return (
      <button type="button" {...rest} className={cx(styles.chip, styles.set)}>
        {label} <b>{value}</b>
        <Icon as={ChevronDown} size="s" />
      </button>
    );
  return (
    <span className={cx(styles.chip, styles.on)}>
      <button type="button" {...rest} className={styles.open}>
        {label} {value !== '' && <b>{value}</b>}
      </button>
      <button type="button" className={styles.x} aria-label={remove(label)} onClick={onRemove}>
        <Icon as={X} size="xs" />
      </button>
    </span>
  );
}

/** Filter chip of a list: dashed if not set, tinted with an × if set, solid if it is always set. */
export function Chip(
  props: ChipText & {
    onClick?: (() => void) | undefined;
    /** Popover content, which a click opens below the chip instead of calling `onClick`. */
    menu?: PopoverContent;
  },
) {
  const { menu, ...chip } = props;
  if (menu === undefined) return <ChipButton {...chip} />;
  return (
    <Popover label={chip.label} renderTarget={(toggle) => <ChipButton {...chip} onClick={toggle} />}>
      {menu}
    </Popover>
  );
}
