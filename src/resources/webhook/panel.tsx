import { useMutation } from '@tanstack/react-query';
import {
  CircleCheck,
  Clock,
  Copy,
  Ellipsis,
  KeyRound,
  History,
  Pause,
  Power,
  RotateCcw,
  X,
} from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { testSchema, type WebhookStanding } from '@/contract/webhooks';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { isGivenUp } from '@/app/session/given-up';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button, IconButton, type ButtonProps } from '@/ui/display/button';
import { EmptyState } from '@/ui/display/empty-state';
import { Icon, type IconShape } from '@/ui/display/icon';
import { PanelHead } from '@/ui/layout/side-panel';
import { useEscape } from '@/ui/overlays/layers';
import { Menu } from '@/ui/overlays/menu';
import { toast } from '@/ui/overlays/toast-store';
import { Deliveries } from './deliveries';
import { ReplayDialog } from './replay-dialog';
import { pathOf, type KnownWebhook } from './queries';
import { SecretDialog } from './secret-dialog';
import { useOutcomeWords, useWhen } from './words';
import styles from './panel.module.css';
import { AskDialog } from '@/app/session/ask-dialog';

/** Side panel of one webhook: how it is, what can be done about it, and its deliveries. */
export function WebhookPanel(props: {
  /** Undefined where the company has none of that id. */
  webhook: KnownWebhook | undefined;
  path: string;
  /** The event of which deliveries are shown, instead of all. */
  eventId: string | undefined;
  onClose: () => void;
}) {
  const { webhook, path, eventId, onClose } = props;
  const say = useTextOf('webhook');
  const panel = useRef<HTMLDivElement>(null);
  useEscape(true, () => {
    const { activeElement: active } = document;
    // In the panel, or still on the row that opened it.
    if (panel.current?.contains(active) || active?.closest('[aria-current]')) onClose();
  });
  return (
    <div ref={panel} className={styles.panel}>
      {webhook ? (
        <OneWebhook webhook={webhook} path={path} eventId={eventId} onClose={onClose} />
      ) : (
        <>
          <PanelHead title="">
            <IconButton size="xs" icon={X} label={say('close')} onClick={onClose} />
          </PanelHead>
          <EmptyState title={say('missing')} />
        </>
      )}
    </div>
  );
}

type Asking = 'replay' | 'secret' | 'off';

function OneWebhook(props: {
  webhook: KnownWebhook;
  path: string;
  eventId: string | undefined;
  onClose: () => void;
}) {
  const { webhook, path, eventId, onClose } = props;
  const { id, name, url, active, hasSecret, standing } = webhook;
  const { screens } = useApp();
  const say = useTextOf('webhook');
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const trail = screens['event'];
  return (
    <>
      <PanelHead title={name} takesFocus>
        <Menu
          width={240}
          entries={[
            ...(hasSecret
              ? [{ label: say('secret.rotate'), icon: KeyRound, onClick: () => setAsking('secret') }]
              : []),
            ...(trail
              ? [{ label: say('history'), icon: History, href: `${trail.path}?entity_id=${id}` }]
              : []),
            ...(active
              ? [
                  { kind: 'rule' } as const,
                  { label: say('switchOff'), icon: Power, onClick: () => setAsking('off') },
                ]
              : []),
          ]}
        >
          <IconButton size="xs" icon={Ellipsis} label={say('more')} />
        </Menu>
        <IconButton size="xs" icon={X} label={say('close')} onClick={onClose} />
      </PanelHead>
      <div className={styles.about}>
        {url !== '' && <Address url={url} />}
        {standing && <Hint standing={standing} />}
      </div>
      <Actions webhook={webhook} path={path} onAsk={setAsking} />
      <Deliveries webhook={webhook} eventId={eventId} />
      {asking === 'replay' && <ReplayDialog id={id} name={name} onClose={close} />}
      {asking === 'secret' && <SecretDialog id={id} name={name} isFirst={!hasSecret} onClose={close} />}
      {asking === 'off' && <SwitchOffDialog id={id} name={name} onClose={close} />}
    </>
  );
}

function Address({ url }: { url: string }) {
  const say = useTextOf('webhook');
  const [copied, setCopied] = useState(false);
  // Without clipboard access (over http, or forbidden) the text itself is selected.
  const text = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    const range = document.createRange();
    if (text.current) range.selectNodeContents(text.current);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    await navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <p className={styles.url}>
      <span ref={text} className="cut" title={url}>
        {url}
      </span>
      <IconButton size="xs" icon={Copy} label={say('url.copy')} onClick={() => void copy()} />
      <span className="meta" aria-live="polite">
        {copied && say('url.copied')}
      </span>
    </p>
  );
}

/** What is, in a sentence or two. */
function Hint({ standing }: { standing: WebhookStanding }) {
  const { state, waiting, more, last, failing_since: since, paused_at: paused, ...rest } = standing;
  const say = useTextOf('webhook');
  const format = useFormat();
  const when = useWhen();
  const waits =
    waiting === 0
      ? ''
      : more
        ? say('hint.waitingMore', { waiting: format.count(waiting) })
        : say('hint.waiting', { count: waiting });
  const shown = (icon: IconShape, what: string, ...texts: readonly string[]): ReactNode => (
    <p className={styles.hint} data-state={state}>
      <Icon as={icon} />
      <span>
        <b>{what}</b> {texts.filter(Boolean).join(' ')}
      </span>
    </p>
  );
  switch (state) {
    case 'off':
      return shown(Power, say('hint.off'), say('hint.off.text'));
    case 'no_secret':
      return shown(KeyRound, say('hint.no_secret'), say('hint.no_secret.text'), waits);
    case 'paused':
      return rest.paused_for === 'restored'
        ? shown(Pause, say('hint.paused.restored'), say('hint.paused.restoredText'), waits)
        : shown(
            Pause,
            paused ? say('hint.paused.failing', { when: when.in(paused, 'since') }) : say('state.paused'),
            waits,
          );
    case 'retrying': {
      const next = rest.next_at;
      return shown(
        Clock,
        since ? say('hint.retrying', { when: when.in(since, 'since') }) : say('state.retrying'),
        next && waiting > 0 && !more
          ? say('hint.retrying.next', { count: waiting, when: when.in(next, 'at') })
          : waits,
        rest.pauses_at ? say('hint.retrying.pauses', { when: when.in(rest.pauses_at, 'at') }) : '',
      );
    }
    default:
      return waiting > 0
        ? shown(Clock, say('hint.fine'), waits)
        : shown(CircleCheck, say('hint.fine'), say(last ? 'hint.fine.all' : 'hint.fine.never'));
  }
}

/** What can be done now, and what came of it. */
function Actions(props: { webhook: KnownWebhook; path: string; onAsk: (what: Asking) => void }) {
  const { webhook, path, onAsk } = props;
  const { id, active, hasSecret, standing } = webhook;
  const { client } = useApp().current;
  const say = useTextOf('webhook');
  const textOfError = useErrorText();
  const resuming = useMutation({
    mutationKey: ['webhook', 'resume'],
    mutationFn: () => client.post(pathOf(id, 'resume'), ''),
    onSuccess: () => toast.saved({ title: say('resumed') }),
  });
  const switching = useSwitch(id);
  const testing = useTest(id);
  const error = [resuming.error, switching.error].find((one) => one && !isGivenUp(one));
  const state = standing?.state;
  return (
    <div className={styles.actions}>
      {(state === 'paused' || state === 'retrying') && (
        <Button busy={resuming.isPending} onClick={() => resuming.mutate()}>
          {say(state === 'paused' ? 'resume' : 'tryNow')}
        </Button>
      )}
      {!active && (
        <Button busy={switching.isPending} onClick={() => switching.mutate(true)}>
          {say('switchOn')}
        </Button>
      )}
      {!hasSecret && <Button onClick={() => onAsk('secret')}>{say('secret.make')}</Button>}
      {active && hasSecret && (
        <Button icon={RotateCcw} onClick={() => onAsk('replay')}>
          {say('replay')}
        </Button>
      )}
      {hasSecret && <TestButton testing={testing} />}
      <span className="grow" />
      <Button kind="quiet" href={`${path}/${id}/edit`}>
        {say('edit')}
      </Button>
      <TestResult testing={testing} />
      {error && (
        <Banner kind="danger">
          {switching.error === error && say('switch.failed')} {textOfError(error)}
        </Banner>
      )}
    </div>
  );
}

/** The test of a webhook, which is sent at once. */
export function useTest(id: string) {
  const { client } = useApp().current;
  return useMutation({
    mutationKey: ['webhook', 'test'],
    mutationFn: async () => testSchema.parse(JSON.parse((await client.post(pathOf(id, 'test'), '')).text)),
  });
}

type Testing = ReturnType<typeof useTest>;

/** The button that sends a test. */
export function TestButton({ testing, ...look }: { testing: Testing } & Pick<ButtonProps, 'kind' | 'size'>) {
  const say = useTextOf('webhook');
  return (
    <Button {...look} busy={testing.isPending} onClick={() => testing.mutate()}>
      {say('test')}
    </Button>
  );
}

/** What was answered to a test, in words. */
export function TestResult({ testing: { data, error } }: { testing: Testing }) {
  const say = useTextOf('webhook');
  const textOfError = useErrorText();
  const { timed } = useOutcomeWords();
  const answer = data && [
    timed(data),
    ...(data.answer === null ? [] : [say('answer.quoted', { text: data.answer })]),
  ];
  return (
    <>
      {error && <Banner kind="danger">{textOfError(error)}</Banner>}
      <output className={styles.result} data-taken={data?.delivered}>
        {answer &&
          say(data.delivered ? 'test.taken' : data.status === null ? 'test.unsent' : 'test.refused', {
            answer: answer.join(', '),
          })}
      </output>
    </>
  );
}

/** Switches a webhook on or off. */
function useSwitch(id: string, done?: () => void) {
  const { client } = useApp().current;
  return useMutation({
    mutationKey: ['webhook', 'switch'],
    mutationFn: (active: boolean) => client.put('webhook', id, JSON.stringify({ active })),
    onSuccess: () => done?.(),
  });
}

/** Asks before a webhook is switched off: what waits is not sent any more. */
function SwitchOffDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const say = useTextOf('webhook');
  const switching = useSwitch(id, onClose);
  return (
    <AskDialog
      onClose={onClose}
      title={say('switchOff.title', { name })}
      text={say('switchOff.text')}
      cancel={say('switchOff.cancel')}
      label={say('switchOff')}
      doing={say('switchOff.doing')}
      failed={say('switch.failed')}
      action={switching}
      onDo={() => switching.mutate(false)}
    />
  );
}
