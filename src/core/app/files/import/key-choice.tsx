import { useLanguage, type SayOf } from '../../i18n/i18n';
import { Button, ButtonGroup } from '../../../ui/display/button';
import { cx } from '../../../ui/style/cx';
import type { Import } from './use-import';
import styles from './import.module.css';

/** By what the lines find their records, with how many each key would find. */
export function KeyChoice({ one, say }: { one: Import; say: SayOf }) {
  const { planned, understood, decisions, scan } = one;
  const { language } = useLanguage();
  if (!planned || !scan) return null;
  const declared = one.keys;
  const finds = understood?.outcome.finds ?? {};
  const others = planned.keys.filter(({ name }) => name !== planned.key);
  return (
    <section>
      <h2 className={styles.h}>{say('key')}</h2>
      <div className={styles.pick}>
        <ButtonGroup label={say('key')}>
          {declared.map(({ name, label }) => (
            <Button
              key={name}
              disabled={!planned.keys.some((key) => key.name === name)}
              aria-pressed={name === planned.key}
              className={cx(name === planned.key && styles.sel)}
              onClick={() => one.decide({ ...decisions, key: name })}
            >
              {label[language]}
            </Button>
          ))}
        </ButtonGroup>
        {understood && planned.key !== null && (
          <span className={styles.meta}>
            <b>{finds[planned.key] ?? 0}</b> {say('finds', { lines: scan.lines })}{' '}
            {others
              .map(({ name, label }) => say('wouldFind', { name: label[language], count: finds[name] ?? 0 }))
              .join(' ')}
          </span>
        )}
      </div>
    </section>
  );
}
