import { Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '../display/button';
import fields from './field.module.css';
import styles from './secret.module.css';

/** A secret that is shown once, to be copied: a key or a link. A click selects it, for browsers that cannot copy. */
export function Secret(props: { label: string; value: string; copy: string; copied: string }) {
  const { label, value, copy, copied } = props;
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState(false);
  const take = async () => {
    box.current?.select();
    // Without clipboard access (over http, or forbidden), the user copies the selected text.
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
