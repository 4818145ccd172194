import { Lock } from 'lucide-react';
import { Field, type FieldProps } from './field';
import styles from './field.module.css';
import { Icon } from './icon';

interface NativeProps extends FieldProps<string> {
  kind: 'date' | 'time';
  fits: RegExp;
}

// The browser's own control: by keyboard, by picker, in the reader's own order of day and month, and at no weight.
// What it cannot show (a value that is no date) is shown and edited as text, so that it is never lost.
function NativeField({ kind, fits, value, onChange, onBlur, ref, ...frame }: NativeProps) {
  return (
    <Field frame={frame}>
      {(control) => (
        <div className={styles.in}>
          <input
            {...control}
            ref={ref}
            // What cannot be changed and is not there shows nothing, not the pattern to type.
            type={fits.test(value) || (value === '' && !frame.readOnly) ? kind : 'text'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          {frame.readOnly && <Icon as={Lock} size="s" />}
        </div>
      )}
    </Field>
  );
}

/** A day as text, YYYY-MM-DD; empty when none. */
export function DateField(props: FieldProps<string>) {
  return <NativeField kind="date" fits={/^\d{4}-\d{2}-\d{2}$/} {...props} />;
}

/** A time of day as text, HH:MM; empty when none. */
export function TimeField(props: FieldProps<string>) {
  return <NativeField kind="time" fits={/^\d{2}:\d{2}(:\d{2})?$/} {...props} />;
}
