import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import type { OwnPasskey } from '@/contract/passkeys';
import type { OwnSecurity } from '@/contract/second-factor';
import { Button } from '@/ui/display/button';
import { useFormat } from '../i18n/use-format';
import { useDayOf } from './day-of';
import { Line } from './line';
import { knowsPasskeys } from './passkey';
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs';
import { usePasskeyText } from './use-passkey';

type Opened = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: OwnPasskey };

/** The passkeys of the person, with the ways to add, rename and remove one. Nothing where the service takes none. */
export function PasskeyLines({ security }: { security: OwnSecurity }) {
  const say = usePasskeyText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { passkeys, can_add_passkey: canAdd } = security;
  if (!canAdd && passkeys.length === 0) return null;
  const count = passkeys.length;
  // "Two": a sentence does not begin with a digit, up to twelve.
  const number = say('numbers').split(' ')[count - 2] ?? String(count);
  return (
    <>
      <Line
        icon={Fingerprint}
        name={say('title')}
        acts={
          canAdd &&
          knowsPasskeys() && (
            <Button icon={Plus} onClick={() => setOpened({ what: 'add' })}>
              {say('add.title')}
            </Button>
          )
        }
      >
        <span className="muted">
          {say('count', { count, number })} {canAdd && !knowsPasskeys() && say('unknownHere')}
        </span>
      </Line>
      {count > 0 && (
        <ul aria-label={say('title')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyLine passkey={passkey} onOpen={(what) => setOpened({ what, passkey })} />
            </li>
          ))}
        </ul>
      )}
      {opened?.what === 'add' && <AddPasskeyDialog security={security} onClose={close} />}
      {opened?.what === 'rename' && <RenamePasskeyDialog passkey={opened.passkey} onClose={close} />}
      {opened?.what === 'remove' && (
        <RemovePasskeyDialog security={security} passkey={opened.passkey} onClose={close} />
      )}
    </>
  );
}

function PasskeyLine(props: { passkey: OwnPasskey; onOpen: (what: 'rename' | 'remove') => void }) {
  const { passkey, onOpen } = props;
  const { name, made_at: madeAt, used_at: usedAt, refused_at: refusedAt } = passkey;
  const say = usePasskeyText();
  const format = useFormat();
  const dayOf = useDayOf();
  const day = dayOf(madeAt);
  return (
    <Line
      name={name}
      acts={(['rename', 'remove'] as const).map((what) => (
        <button
          key={what}
          type="button"
          className="link"
          aria-label={say(`nameOf.${what}`, { name })}
          onClick={() => onOpen(what)}
        >
          {say(what)}
        </button>
      ))}
    >
      {refusedAt === null ? (
        <span className="muted">
          {usedAt === null
            ? say('unused', { day })
            : say('used', { when: within(format.moment(usedAt)), day })}
        </span>
      ) : (
        <span className="bad">{say('refused', { day: dayOf(refusedAt) })}</span>
      )}
    </Line>
  );
}

/** Returns a moment as it is written within a sentence: "today 08:02". */
const within = (moment: string): string => moment.charAt(0).toLowerCase() + moment.slice(1);
