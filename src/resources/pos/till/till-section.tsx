import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useRecord } from '@/app/form/engine/record-context';
import { AskDialog } from '@/app/session/ask-dialog';
import { textOf } from '@/app/form/engine/number-text';
import { Section } from '@/app/form/section';
import { localDayAndTime } from '@/app/i18n/clock';
import { formatTime } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import { useApp, useRecordLabel } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import type { Till } from '@/contract/tills';
import { lowerFirst } from '@/record/words';
import { Tag } from '@/ui/display/badge';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SkeletonLines } from '@/ui/display/empty-state';
import { toast } from '@/ui/overlays/toast-store';
import { location } from '../../location/contract';
import { PairingDialog } from './pairing-dialog';
import { useTillText } from './texts';
import { useTillWords } from './till-words';
import { mayPairTills, pairingAt, tillsAt, tillsQuery } from './tills';
import styles from './till.module.css';

/** Section of a register's form with its till, for who may pair one. A register that is not stored yet, or is shown as it was, has none. */
export function TillSection() {
  const { current } = useApp();
  const isNew = useRecord((state) => state.isNew);
  const isPast = new URLSearchParams(useLocation().search).has('as_of');
  if (isNew || isPast || !mayPairTills(current)) return null;
  return (
    <Section id="till">
      <TillsOfRegister />
    </Section>
  );
}

function TillsOfRegister() {
  const { client, me } = useApp().current;
  const say = useTillText();
  const { locale } = useFormat();
  const textOfError = useErrorText();
  const base = useRecord((state) => state.base);
  const id = textOf(base['id']);
  const name = textOf(base['name']);
  const place = useRecordLabel(location, textOf(base['location_id']))?.name ?? '';
  const { data, error, dataUpdatedAt: now } = useQuery(tillsQuery(client));
  const [pairing, setPairing] = useState<'pair' | 'replace'>();
  const [unlinking, setUnlinking] = useState<Till>();
  if (!data) return error ? <Banner kind="danger">{textOfError(error)}</Banner> : <SkeletonLines lines={1} />;
  const tills = tillsAt(data, id);
  const hasTill = tills.length > 0;
  const waiting = pairingAt(data, id);
  const isActive = base['active'] !== false;
  return (
    <div className={styles.parts}>
      {!hasTill && <p>{say('noneYet')}</p>}
      {hasTill && (
        <ul className={styles.tills}>
          {tills.map((till) => (
            <TillLine key={till.id} till={till} now={now} onUnlink={() => setUnlinking(till)} />
          ))}
        </ul>
      )}
      {waiting && (
        <p className="muted">
          {say('codeWaits', {
            time: formatTime(localDayAndTime(waiting.expires_at, me?.company.timezone).time, locale),
          })}
        </p>
      )}
      {isActive ? (
        <p className={styles.acts}>
          {/* One button: the focus is where it was when a till has come in between. */}
          <Button
            aria-label={hasTill ? say('replaceOf', { register: name }) : undefined}
            onClick={() => setPairing(hasTill ? 'replace' : 'pair')}
          >
            {say(hasTill ? 'replace' : 'pair')}
          </Button>
        </p>
      ) : (
        <p className="muted">{say('inactive')}</p>
      )}
      {pairing && (
        <PairingDialog
          register={{ id, name, location: place }}
          isReplacing={pairing === 'replace'}
          onClose={() => setPairing(undefined)}
        />
      )}
      {unlinking && <UnlinkDialog till={unlinking} register={name} onClose={() => setUnlinking(undefined)} />}
    </div>
  );
}

/** One till: when it was heard from last, when and by whom it was paired, what version it is, and when it ends. */
function TillLine({ till, now, onUnlink }: { till: Till; now: number; onUnlink: () => void }) {
  const say = useTillText();
  const format = useFormat();
  const words = useTillWords(now);
  const { last_used_at: heard, paired_by: who, version, expires_at: ends } = till;
  const when = lowerFirst(format.moment(till.paired_at));
  return (
    <li>
      <div className={styles.says}>
        <b title={heard === null ? undefined : format.momentLong(heard)}>
          {heard === null ? say('unheard') : say('heard', { when: lowerFirst(words.heard(heard)) })}
        </b>
        <span className="meta">
          <span>{who === null ? say('pairedAt', { when }) : say('pairedBy', { when, who })}</span>
          {version !== null && <span>{say('version', { version })}</span>}
          {ends !== null && <Tag kind="attention">{words.ends(ends)}</Tag>}
        </span>
      </div>
      <Button aria-label={say('unlinkOf', { when })} onClick={onUnlink}>
        {say('unlink')}
      </Button>
    </li>
  );
}

/** Asks whether to unlink a till, and says what happens then. */
function UnlinkDialog({ till, register, onClose }: { till: Till; register: string; onClose: () => void }) {
  const { client } = useApp().current;
  const say = useTillText();
  const unlinking = useMutation({
    mutationKey: ['apikey', 'unlink'],
    mutationFn: () => client.post(`till/${encodeURIComponent(till.id)}/unlink`, ''),
    onSuccess() {
      onClose();
      toast.saved({ title: say('unlink.done'), detail: register });
    },
  });
  return (
    <AskDialog
      onClose={onClose}
      title={say('unlink.title', { register })}
      text={say('unlink.text')}
      cancel={say('unlink.cancel')}
      label={say('unlink.do')}
      doing={say('unlink.doing')}
      failed={say('unlink.failed')}
      action={unlinking}
      onDo={() => unlinking.mutate()}
    />
  );
}
