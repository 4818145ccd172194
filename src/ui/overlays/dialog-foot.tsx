import type { ReactNode } from 'react';
import { Button } from '../display/button';

/** The foot of a dialog that does one thing: the way back, and the button that does it. */
export function DialogFoot(props: {
  /** Text of the button that leaves everything as it is. */
  cancel: string;
  onCancel: () => void;
  /** `danger` for what cannot be undone. */
  kind?: 'primary' | 'danger';
  disabled?: boolean;
  busy?: boolean;
  busyLabel?: string;
  onDo: () => void;
  /** Text of the button that does it. */
  children: ReactNode;
}) {
  const { cancel, onCancel, kind = 'primary', onDo, children, ...state } = props;
  return (
    <>
      <span className="grow" />
      <Button size="md" onClick={onCancel}>
        {cancel}
      </Button>
      <Button kind={kind} size="md" onClick={onDo} {...state}>
        {children}
      </Button>
    </>
  );
}
