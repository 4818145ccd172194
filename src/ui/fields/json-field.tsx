import { cx } from '../style/cx';
import { Field, type FieldProps } from './field';
import styles from './json-field.module.css';
import { jsonError, highlightJson } from './json-text';
import { useUiStrings } from '../display/ui-strings';

/**
 * Editor for JSON text with line numbers. The value is the text itself, so that numbers keep every digit and nothing
 * typed is lost. Invalid JSON shows an error, and is still passed to `onChange`.
 */
export function JsonField(props: FieldProps<string, HTMLTextAreaElement>) {
  const { value, onChange, onBlur, ref, ...frame } = props;
  const strings = useUiStrings();
  const fault = jsonError(value);
  const error = frame.error ?? (fault && strings.invalidJson(fault.line));
  const lines = value.split('\n');
  return (
    <Field frame={{ ...frame, error }}>
      {(control) => (
        <div className={cx(styles.json, frame.readOnly && styles.read)}>
          <pre className={styles.numbers} aria-hidden="true">
            {lines.map((_, index) => (
              <span key={index}>
                {fault?.line === index + 1 ? <b>{index + 1}</b> : index + 1}
                {'\n'}
              </span>
            ))}
          </pre>
          <div className={styles.text}>
            <pre aria-hidden="true">
              {highlightJson(value)}
              {'\n'}
            </pre>
            <textarea
              {...control}
              ref={ref}
              rows={Math.max(lines.length, 3)}
              wrap="off"
              spellCheck={false}
              autoComplete="off"
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
          </div>
        </div>
      )}
    </Field>
  );
}
