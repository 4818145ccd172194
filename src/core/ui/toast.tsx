import { notifications } from '@mantine/notifications';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icon';
import styles from './toast.module.css';

interface Saved {
  title: string;
  /** Muted, on the right: "version 15". */
  detail?: string | undefined;
}

interface Failed {
  title: string;
  /** Muted, below: what happens now. */
  detail?: ReactNode;
  action?: { label: string; onClick: () => void } | undefined;
  /** A later toast with the same id takes the place of this one. */
  id?: string | undefined;
}

function show(id: string | undefined, autoClose: number | false, body: ReactNode): void {
  const data = { message: null, autoClose, withCloseButton: false, renderNotification: () => body };
  if (id === undefined) notifications.show(data);
  else {
    notifications.hide(id);
    notifications.show({ ...data, id });
  }
}

function saved({ title, detail }: Saved): void {
  show(
    undefined,
    4000,
    <output className={cx('raised', styles.toast)}>
      <Icon as={CircleCheck} />
      <b className="grow">{title}</b>
      {detail && <span className="muted">{detail}</span>}
    </output>,
  );
}

function failed({ title, detail, action, id = title }: Failed): void {
  const act = () => {
    notifications.hide(id);
    action?.onClick();
  };
  show(
    id,
    action ? false : 8000,
    <div className={cx('raised', styles.toast, styles.bad)} role="alert">
      <Icon as={CircleAlert} />
      <div className="grow">
        <b>{title}</b>
        {detail && <div className="muted">{detail}</div>}
      </div>
      {action && (
        <button type="button" className={cx('link', styles.action)} onClick={act}>
          {action.label}
        </button>
      )}
    </div>,
  );
}

/** A word in the corner about what was done elsewhere; never for what a field or a banner can say. */
export const toast = { saved, failed, hide: (id: string): void => void notifications.hide(id) };
