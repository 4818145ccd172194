import { Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '../display/button';
import fields from './field.module.css';
import styles from './secret.module.css';

/** Something shown once, to be copied: a key, a link. It is selected by a click, where copying is not possible. */
export function Secret(props: { label: string; value: string; copy: string; copied: string }) {
  const { label, value, copy, copied } = props;
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState(false);
  const take = async () => {
    box.current?.select();
    // Over http, and where the browser forbids it, what is selected is copied by hand.
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(value).then(
      () => setDone(true),
      () => undefined,
    );
  };
  return (
    <div className={styles.secret}>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      <input
        id={id}
        ref={box}
        className="code"
        readOnly
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <Button icon={Copy} size="md" onClick={() => void take()}>
        {copy}
      </Button>
      <span className="muted" aria-live="polite">
        {done && copied}
      </span>
    </div>
  );
}
