import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { publicUrlQuery } from '@/app/session/features';
import { useApp } from '@/app/shell/app-context';
import { pairingMinutes, pairingSchema, type Pairing, type Till } from '@/contract/tills';
import { lowerFirst } from '@/record/words';
import { IconButton } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { cx } from '@/ui/style/cx';
import { useTillText } from './texts';
import { useTillWords } from './till-words';
import { pairingAt, tillsAt, tillsQuery } from './tills';
import styles from './till.module.css';

const pairingMs = pairingMinutes * 60_000;
/** Milliseconds between two questions whether the till has come. */
const askedEvery = 2000;
/** Milliseconds for which a list of codes may be older than the code that is shown. */
const listLag = 3000;

/** A code, with the moments by the clock of this browser, which may differ from the service's. */
export interface ShownCode extends Pairing {
  readonly madeAt: number;
  readonly until: number;
}

/** The register that a till is paired with; `location` is the name of the location. */
export interface Register {
  readonly id: string;
  readonly name: string;
  readonly location: string;
}

/** Mutation that makes a code, which ends the register's code before; that one stays shown until the answer is there. */
export function useMaking(posId: string, onMade: (code: ShownCode) => void) {
  const { client } = useApp().current;
  return useMutation({
    mutationKey: ['apikey', 'pairing'],
    // The code does not stay in the mutation cache.
    gcTime: 0,
    mutationFn: async (hours: number) => {
      const body = JSON.stringify({ overlap_hours: hours });
      const { text } = await client.post(`pos/${encodeURIComponent(posId)}/pairing`, body);
      return pairingSchema.parse(JSON.parse(text));
    },
    onSuccess(made) {
      const madeAt = Date.now();
      onMade({ ...made, madeAt, until: madeAt + pairingMs });
    },
  });
}

/** A code that pairs a till with a register, with what is to do at the till, and the line that says when it has come. */
export function PairingCode(props: {
  register: Register;
  code: ShownCode;
  paired: Till | undefined;
  onPaired: (till: Till) => void;
  another: React.ReactNode;
}) {
  const { register, code, paired, onPaired, another } = props;
  const { client } = useApp().current;
  const say = useTillText();
  const left = useTimeLeft(code.until);
  const isWaiting = !paired && left > 0;
  const {
    data,
    error,
    dataUpdatedAt: now,
  } = useQuery({ ...tillsQuery(client), refetchInterval: isWaiting ? askedEvery : false });
  // A till that came by an earlier code was paired before this one was made.
  const since = Date.parse(code.expires_at) - pairingMs;
  const [newest, ...older] = tillsAt(data, register.id);
  const came = newest && Date.parse(newest.paired_at) >= since ? newest : undefined;
  useEffect(() => {
    if (came && came.id !== paired?.id) onPaired(came);
  }, [came, paired, onPaired]);
  const hasEnded =
    isWaiting &&
    !came &&
    now > code.madeAt + listLag &&
    data?.pairings.some(({ id }) => id === code.id) === false;
  const [isSilent, setIsSilent] = useState(false);
  const address = useAddress();
  const words = useTillWords(now);
  const before = older.find(({ expires_at: at }) => at !== null)?.expires_at;
  const state = paired
    ? 'paired'
    : left === 0
      ? 'over'
      : !hasEnded
        ? 'waits'
        : pairingAt(data, register.id)
          ? 'newer'
          : 'gone';
  const helpId = 'till-is-silent';
  return (
    <div className={styles.pairing}>
      {!paired && (
        <>
          <div>
            <div className={styles.label}>{say('code')}</div>
            <div className={styles.box}>
              <b className={cx(styles.code, state !== 'waits' && styles.ended)}>{code.code}</b>
              <span className={styles.bar} aria-hidden="true">
                <i style={{ width: `${state === 'waits' ? (100 * left) / pairingMs : 0}%` }} />
              </span>
            </div>
            <p className={styles.valid}>
              <span role="timer">
                {state === 'waits' ? say('valid', { time: clock(left) }) : say('over')}
              </span>
              {another}
            </p>
          </div>
          <div>
            <div className={styles.label}>{say('steps')}</div>
            <ol className={styles.steps}>
              <li>
                <span>
                  {say('step.open')} <b>{say('step.office')}</b>
                </span>
              </li>
              <li>
                <span>
                  {say('step.address')}
                  <Address address={address} />
                </span>
              </li>
              <li>
                <span>
                  {say('step.code')} <b className={styles.nowrap}>{code.code}</b>
                  <small>{say('step.code.help')}</small>
                </span>
              </li>
            </ol>
          </div>
        </>
      )}
      <div className={cx(styles.wait, paired && styles.came)}>
        {state === 'waits' && <span className={styles.ring} aria-hidden="true" />}
        {state === 'paired' && <Icon as={Check} />}
        <output>
          {state === 'paired' ? (
            <>
              <b>{say('paired', { register: register.name })}</b>
              {paired?.version && (
                <span className="muted">{say('version', { version: paired.version })}</span>
              )}
            </>
          ) : (
            <>
              <b>{say(state === 'waits' ? 'wait' : `wait.${state}`)}</b>
              <span className="muted">
                {say(state === 'waits' ? (error ? 'wait.offline' : 'wait.text') : `wait.${state}.text`)}
              </span>
            </>
          )}
        </output>
        {state === 'waits' && (
          <button
            type="button"
            className="link"
            aria-expanded={isSilent}
            aria-controls={helpId}
            onClick={() => setIsSilent(!isSilent)}
          >
            {say('silent')}
          </button>
        )}
      </div>
      {state === 'waits' && (
        <ul id={helpId} className={styles.silent} hidden={!isSilent}>
          <li>{say('silent.reach', { address })}</li>
          <li>{say('silent.wrong')}</li>
          <li>{say('silent.many')}</li>
        </ul>
      )}
      <p className={styles.fine}>
        {!paired
          ? say('may', { register: register.name, location: register.location })
          : before
            ? `${say('paired.text')} ${say('paired.before', { ends: lowerFirst(words.ends(before)) })}`
            : say('paired.text')}
      </p>
    </div>
  );
}

/** Returns the milliseconds until a moment, counted down by the second. */
function useTimeLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  // A code that has just been made is younger than the last tick.
  return Math.min(pairingMs, Math.max(0, until - now));
}

/** Returns a time that is left as "9:41". */
const clock = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Returns the address to type at a till, without the scheme that it takes by itself. */
const useAddress = (): string => {
  const { data: publicUrl } = useQuery(publicUrlQuery);
  return (publicUrl ?? window.location.origin).replace(/^https:\/\//, '');
};

function Address({ address }: { address: string }) {
  const say = useTillText();
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setIsCopied(true),
      () => undefined,
    );
  return (
    <span className={styles.address}>
      <b>{address}</b>
      {/* Without access to the clipboard (over http) it is typed. */}
      {'clipboard' in navigator && (
        <IconButton icon={Copy} size="xs" label={say('copy')} onClick={() => void copy()} />
      )}
      <span className="meta" aria-live="polite">
        {isCopied && say('copied')}
      </span>
    </span>
  );
}
