import type { ReactElement, ReactNode } from 'react';
import type { DropdownPosition } from './anchor';
import { useDropdown, type TargetProps } from './use-dropdown';

/** The content of a popover: a node, or a function that receives `close` and returns one. */
export type PopoverContent = ReactNode | ((close: () => void) => ReactNode);

/**
 * Popover with the content behind a button. `renderTarget` renders the button with the given `onClick` (it must be
 * focusable and accept a `ref`). The focus moves in, Tab stays inside, Escape and a click outside close it, and the
 * focus returns.
 */
export function Popover(props: {
  renderTarget: (toggle: () => void, opened: boolean) => ReactElement<TargetProps>;
  children: PopoverContent;
  /** The accessible name of the dialog. */
  label: string;
  position?: DropdownPosition | undefined;
  width?: number | undefined;
  padded?: boolean | undefined;
}) {
  const { renderTarget: render, children, label, position, width, padded = true } = props;
  const { opened, setOpened, toggle, kit, dropdown, renderTarget } = useDropdown('dialog');
  return (
    <>
      {renderTarget(render(toggle, opened))}
      {kit && (
        <kit.PopoverDropdown {...dropdown} label={label} isPadded={padded} position={position} width={width}>
          {typeof children === 'function' ? children(() => setOpened(false)) : children}
        </kit.PopoverDropdown>
      )}
    </>
  );
}
