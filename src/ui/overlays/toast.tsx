import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cx } from '../style/cx';
import { Icon } from '../display/icon';
import { toast, toastStore, type ToastData } from './toast-store';
import styles from './toast.module.css';

const stay = { saved: 4000, failed: 8000 };
const stayWithAction = 12_000;

function Toast({ id, kind, title, detail, action }: ToastData) {
  const [isPaused, setHeld] = useState(false);
  useEffect(() => {
    if (isPaused || (action && kind === 'failed')) return undefined;
    const timer = setTimeout(() => toast.hide(id), action ? stayWithAction : stay[kind]);
    return () => clearTimeout(timer);
  }, [isPaused, action, id, kind]);
  const act = () => {
    toast.hide(id);
    action?.onClick();
  };
  return (
    <div
      role={kind === 'failed' ? 'alert' : undefined}
      className={cx('raised', styles.toast, kind === 'failed' && styles.bad)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon as={kind === 'saved' ? CircleCheck : CircleAlert} />
      <div className="grow">
        <b>{title}</b>
        {kind === 'failed' && detail && <div className="muted">{detail}</div>}
      </div>
      {kind === 'saved' && detail && <span className="muted">{detail}</span>}
      {action && (
        <button type="button" className={cx('link', styles.action)} onClick={act}>
          {action.label}
        </button>
      )}
    </div>
  );
}

/**
 * Live region with the toasts, part of `UiProvider`. It exists before the first toast, so that screen readers announce
 * every one. They lie over the page, which does not move for them.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <div className={styles.corner} data-toasts aria-live="polite">
      {toasts.map((each) => (
        <Toast key={each.id} {...each} />
      ))}
    </div>
  );
}
