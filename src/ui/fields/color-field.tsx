import styles from './color-field.module.css';
import { cx } from '../style/cx';
import { Field, type FieldProps } from './field';
import box from './field.module.css';

/** Field for a colour as text ("#0c606b"), chosen from a small palette or typed; '' if none. */
export function ColorField(
  props: FieldProps<string> & { palette: readonly { value: string; label: string }[]; hexLabel: string },
) {
  const { value, onChange, onBlur, ref, palette, hexLabel, ...frame } = props;
  const fixed = frame.readOnly || frame.disabled;
  return (
    <Field
      frame={frame}
      plain={
        value && (
          <span className={styles.plain}>
            <i className={styles.now} style={{ background: value }} />
            {palette.find((color) => color.value.toLowerCase() === value.toLowerCase())?.label ?? value}
          </span>
        )
      }
      group
    >
      {(control) => (
        <div className={styles.colors}>
          {!fixed &&
            palette.map((color) => (
              <button
                key={color.value}
                type="button"
                className={styles.swatch}
                title={color.label}
                aria-label={color.label}
                aria-pressed={value.toLowerCase() === color.value.toLowerCase()}
                onClick={() => onChange(color.value)}
              >
                <i style={{ background: color.value }} />
              </button>
            ))}
          <div className={cx(box.in, box.mono, styles.hex)}>
            <i className={styles.now} style={{ background: value }} />
            <input
              {...control}
              ref={ref}
              aria-label={hexLabel}
              value={value}
              placeholder="#"
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
          </div>
        </div>
      )}
    </Field>
  );
}
