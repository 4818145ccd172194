import { cloneElement, useId, useState, type MouseEventHandler, type ReactElement, type Ref } from 'react';
import type { DropdownProps } from './anchor';
import { loadedOverlays, loadOverlays, type Overlays } from './lazy-overlays';

/** Props that the button of a dropdown has to accept. */
export interface TargetProps {
  readonly ref?: Ref<HTMLElement>;
  readonly onClick?: MouseEventHandler<HTMLElement>;
}

/** State of a dropdown whose code is loaded when it is opened for the first time, and of its button. */
export function useDropdown(popup: 'menu' | 'dialog') {
  const [opened, setOpened] = useState(false);
  const [kit, setKit] = useState<Overlays | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const toggle = () => {
    setOpened((was) => !was);
    if (kit) return;
    const loaded = loadedOverlays();
    if (loaded) setKit(loaded);
    else
      void loadOverlays().then(setKit, (error: unknown) =>
        // For the error boundary, as with `lazy`.
        setKit(() => {
          throw error;
        }),
      );
  };
  const dropdown: DropdownProps = { anchor, id, opened, onChange: setOpened };
  const attributes: object = {
    id,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    'aria-controls': opened && kit ? `${id}-dropdown` : undefined,
  };
  const renderTarget = (target: ReactElement<TargetProps>, more?: TargetProps) =>
    cloneElement(target, { ...attributes, ...more, ref: setAnchor });
  return { opened, setOpened, toggle, kit, dropdown, renderTarget };
}
