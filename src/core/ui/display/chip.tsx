import { ChevronDown, Plus, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './chip.module.css';
import { cx } from '../style/cx';
import { Icon } from './icon';
import { Popover, type PopoverContent } from '../overlays/popover';
import { useUiStrings } from './ui-strings';

interface ChipText {
  /** What can be filtered: "Department". */
  label: string;
  /** What it is set to; without it the chip is dashed: it can be set. */
  value?: string | undefined;
  /** Takes the filter away. With a value and without this the chip is always set, and has a chevron. */
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
        {label} <b>{value}</b>
      </button>
      <button type="button" className={styles.x} aria-label={remove(label)} onClick={onRemove}>
        <Icon as={X} size="xs" />
      </button>
    </span>
  );
}

/** A filter over a list: dashed while it can be set, tinted with an × when set, solid when it always is. */
export function Chip(
  props: ChipText & {
    onClick?: (() => void) | undefined;
    /** Opens on a click, below the chip, instead of `onClick`. */
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
