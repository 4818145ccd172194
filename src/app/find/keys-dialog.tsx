import { Kbd } from '@/ui/display/kbd';
import { Modal } from '@/ui/overlays/modal';
import { usePageText } from '../i18n/i18n';
import { texts } from './texts';
import styles from './keys-dialog.module.css';

/** Keys that do one thing; several ones do the same. Names of texts in texts.ts. */
interface KeyHelp {
  readonly does: string;
  readonly pressed: readonly string[];
}

/** The keys of every page, by where they work. */
const keyGroups: readonly { readonly title: string; readonly keys: readonly KeyHelp[] }[] = [
  {
    title: 'everywhere',
    keys: [
      { does: 'find', pressed: ['Ctrl K'] },
      { does: 'search', pressed: ['/'] },
      { does: 'scan', pressed: ['scanner'] },
      { does: 'showKeys', pressed: ['?'] },
    ],
  },
  {
    title: 'list',
    keys: [
      { does: 'rows', pressed: ['↑', '↓'] },
      { does: 'page', pressed: ['Page ↓'] },
      { does: 'ends', pressed: ['Home', 'End'] },
      { does: 'open', pressed: ['Enter'] },
      { does: 'select', pressed: ['Space'] },
      { does: 'selectMore', pressed: ['Shift ↓'] },
      { does: 'selectAll', pressed: ['Ctrl A'] },
      { does: 'copy', pressed: ['Ctrl C'] },
      { does: 'toCells', pressed: ['→'] },
    ],
  },
  {
    title: 'cells',
    keys: [
      { does: 'type', pressed: ['letters'] },
      { does: 'edit', pressed: ['Enter', 'F2'] },
      { does: 'below', pressed: ['Enter'] },
      { does: 'beside', pressed: ['Tab'] },
      { does: 'back', pressed: ['Esc'] },
      { does: 'empty', pressed: ['Delete'] },
      { does: 'mark', pressed: ['Shift →', 'Shift ↓'] },
      { does: 'paste', pressed: ['Ctrl V'] },
      { does: 'undo', pressed: ['Ctrl Z'] },
      { does: 'redo', pressed: ['Ctrl Shift Z', 'Ctrl Y'] },
      { does: 'fillDown', pressed: ['Ctrl D', 'Ctrl R'] },
      { does: 'whoseChange', pressed: ['Alt'] },
    ],
  },
  {
    title: 'form',
    keys: [
      { does: 'save', pressed: ['Ctrl S'] },
      { does: 'toPrice', pressed: ['Alt P'] },
      { does: 'days', pressed: ['J', 'K'] },
    ],
  },
];

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
