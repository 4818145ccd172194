import { Kbd } from '../../ui/display/kbd';
import { Modal } from '../../ui/overlays/modal';
import { usePageText } from '../i18n/i18n';
import { keyGroups } from './keys';
import styles from './keys-dialog.module.css';
import { texts } from './texts';

/** Dialog with the keys of every page; "?" opens it. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const say = usePageText('find', texts);
  return (
    <Modal opened onClose={onClose} title={say('keys')} width={760}>
      {/* The dialog scrolls in a low window, which the keyboard must reach. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <fieldset className={styles.groups} aria-label={say('keys')} tabIndex={0}>
        {keyGroups.map(({ title, keys }) => (
          <section key={title} aria-label={say(title)}>
            <h3>{say(title)}</h3>
            <dl className={styles.keys}>
              {keys.map(({ does, pressed }) => (
                <div key={does}>
                  <dt>{say(does)}</dt>
                  <dd>
                    {pressed.map((key) => (
                      <Kbd key={key}>{named(key, say)}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </fieldset>
    </Modal>
  );
}

/** Returns the cap of a key: `Ctrl` is ⌘ on a Mac, and some stand for a word. */
function named(key: string, say: (key: string) => string): string {
  if (key === 'scanner' || key === 'letters') return say(key);
  return navigator.platform.startsWith('Mac') ? key.replace('Ctrl', '⌘') : key;
}
