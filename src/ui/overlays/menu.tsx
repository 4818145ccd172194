import type { MouseEvent, ReactElement } from 'react';
import type { IconShape } from '../display/icon';
import type { DropdownPosition } from './anchor';
import { useDropdown, type TargetProps } from './use-dropdown';

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

/** Menu that its child, a button, opens. Arrow keys, Home, End, letters and Escape work. */
export function Menu(props: {
  entries: MenuEntry[];
  children: ReactElement<TargetProps>;
  position?: DropdownPosition | undefined;
  width?: number | undefined;
}) {
  const { entries, children, position, width } = props;
  const { kit, dropdown, renderTarget, toggle } = useDropdown('menu');
  const { onClick } = children.props;
  return (
    <>
      {renderTarget(children, {
        onClick: (event: MouseEvent<HTMLElement>) => {
          onClick?.(event);
          toggle();
        },
      })}
      {kit && <kit.MenuDropdown {...dropdown} entries={entries} position={position} width={width} />}
    </>
  );
}
