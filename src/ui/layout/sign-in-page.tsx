import { ArrowRight } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon, Mark } from '../display/icon';
import { Receipt, type ReceiptIllustration } from '../display/receipt';
import styles from './sign-in-page.module.css';

/** Sign-in page: a receipt on petrol to the left (hidden below 860 px), the form to the right. */
export function SignInPage(props: {
  title: string;
  product: { name: string; caption: string };
  receipt: ReceiptIllustration;
  /** `SignInTabs`, a form of fields without classes, `QuickSignIn`. */
  children: ReactNode;
  note?: ReactNode;
  /** A link or a button to switch the language. */
  language?: ReactNode;
}) {
  const { title, product, receipt, children, note, language } = props;
  return (
    <div className={styles.door}>
      <aside className={styles.front} aria-hidden="true">
        <Receipt art={receipt} />
        <p className={styles.sign}>
          <Mark />
          <b>{product.name}</b>
          <span>{product.caption}</span>
        </p>
      </aside>
      <main className={styles.inside}>
        <div className={styles.box}>
          <div className={styles.word}>
            <Mark />
            <span>{product.name}</span>
          </div>
          <h1>{title}</h1>
          {children}
        </div>
        <footer className={`meta ${styles.foot}`}>
          <span>{note}</span>
          <span className={styles.links}>{language}</span>
        </footer>
      </main>
    </div>
  );
}

/** Tabs for the ways to sign in, above the form that they change. Arrow keys move between them. */
export function SignInTabs<Key extends string>(props: {
  label: string;
  tabs: readonly { readonly key: Key; readonly label: string }[];
  chosen: Key;
  onChoose: (key: Key) => void;
  /** The id of the element that the tabs change. */
  controls: string;
}) {
  const { label, tabs, chosen, onChoose, controls } = props;
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.key === chosen);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.key);
    event.currentTarget.querySelectorAll('button')[tabs.indexOf(next)]?.focus();
  };
  return (
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs in it have the focus
    <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={step}>
      {tabs.map(({ key, label: text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === chosen}
          aria-controls={controls}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** What the tabs change, 16 px apart. */
export function SignInPart({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={styles.part}>
      {children}
    </div>
  );
}

/**
 * Form of the sign-in page: fields and one wide button, 14 px apart. The browser's submit is prevented, and `onSubmit`
 * gets no event.
 */
export function SignInForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Buttons to sign in as a person of the demo company, without a password. */
export function QuickSignIn(props: {
  title: string;
  caption: string;
  people: readonly { key: string; role: string; text: string; name: string }[];
  onPick: (key: string) => void;
  disabled?: boolean | undefined;
}) {
  const { title, caption, people, onPick, disabled } = props;
  return (
    <section className={styles.quick}>
      <h2>
        {title}
        <span className="meta">{caption}</span>
      </h2>
      {people.map((person) => (
        <button
          key={person.key}
          type="button"
          className={styles.person}
          disabled={disabled}
          onClick={() => onPick(person.key)}
        >
          <b>{person.role}</b>
          <span>{person.name}</span>
          <small>{person.text}</small>
          <Icon as={ArrowRight} size="s" />
        </button>
      ))}
    </section>
  );
}

/** Text of the sign-in page instead of a form: one or two sentences. */
export function SignInText({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}
