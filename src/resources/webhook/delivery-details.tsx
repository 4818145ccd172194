import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Attempt, Delivery, LookedDelivery } from '@/contract/webhooks';
import { textOf } from '@/app/form/engine/number-text';
import { AskDialog } from '@/app/session/ask-dialog';
import { useText, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { hrefOf } from '@/app/shell/screen';
import { jsonText, parseJson, valueAt } from '@/record/json';
import { Button } from '@/ui/display/button';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { highlightJson } from '@/ui/fields/json-text';
import { Link } from '@/ui/layout/link';
import { deliveryQuery, pathOf, type KnownWebhook } from './queries';
import { useKindWords, useOutcomeWords, useWhen } from './words';
import styles from './panel.module.css';

/** One delivery: its attempts with what was answered, and what is sent. */
export function DeliveryDetails({ webhook, delivery }: { webhook: KnownWebhook; delivery: Delivery }) {
  const { client } = useApp().current;
  const say = useTextOf('webhook');
  const sayCore = useText();
  const errorText = useErrorText();
  const query = useQuery(deliveryQuery(client, webhook.id, delivery.id));
  if (query.error && !query.data)
    return (
      <ErrorState
        title={say('delivery.notRead')}
        text={errorText(query.error)}
        retry={sayCore('error.tryAgain')}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <SkeletonLines lines={4} />;
  const looked = query.data;
  return (
    <div className={styles.parts}>
      <Attempts delivery={looked} />
      {looked.state === 'waiting' && <Skip id={webhook.id} delivery={looked} />}
      <Message looked={looked} />
    </div>
  );
}

function Attempts({ delivery }: { delivery: LookedDelivery }) {
  const { tries, attempts, next_at: next, waits_for: earlier } = delivery;
  const say = useTextOf('webhook');
  const format = useFormat();
  const when = useWhen();
  const { outcome } = useOutcomeWords();
  // One that is under way counts, and has no answer yet.
  const lost = delivery.state === 'waiting' || tries.length < 20 ? 0 : attempts - tries.length;
  return (
    <>
      {tries.length === 0 ? (
        <p className="meta">{say('delivery.notTried')}</p>
      ) : (
        <ol className={styles.attempts} aria-label={say('delivery.attempts')}>
          {lost > 0 && <li className="meta">{say('delivery.before', { count: lost })}</li>}
          {tries.map((one) => (
            <li key={one.at}>
              <span>{when.short(one.at)}</span>
              <span>
                <b>{outcome(one)}</b>{' '}
                {one.answer !== null && (
                  <span className={styles.answer}>{say('answer.quoted', { text: one.answer })}</span>
                )}
              </span>
              <span>{format.count(one.ms)} ms</span>
            </li>
          ))}
        </ol>
      )}
      {next !== null && earlier === null && tries.length > 0 && (
        <p className="meta">{say('delivery.nextTry', { when: when.in(next, 'at') })}</p>
      )}
    </>
  );
}

/** What is sent, with every digit: the body, or the headers that go with it. */
function Message({ looked }: { looked: LookedDelivery }) {
  const { body, kind, entity_id: record } = looked;
  const { screens } = useApp();
  const say = useTextOf('webhook');
  const [isHeaders, setIsHeaders] = useState(false);
  if (body === null) return <p className="meta">{say('delivery.gone')}</p>;
  const json = parseJson(body);
  const screen = screens[kind.split('.')[0] ?? ''];
  const name = textOf(valueAt(json, ['data', 'record', 'name']));
  const version = textOf(valueAt(json, ['data', 'version']));
  const href = screen && kind !== 'webhook.test' ? hrefOf(screen, record) : null;
  const called = name || (href === null ? '' : record.slice(0, 8));
  const label = say(isHeaders ? 'delivery.headers' : 'delivery.payload');
  const lines = isHeaders
    ? headersOf(looked, looked.tries.at(-1), say('delivery.notKept'))
    : jsonText(json, 2).split('\n');
  return (
    <div>
      <div className={styles.label}>
        <b>{label}</b>
        <span className="muted cut">
          {href === null ? (
            called
          ) : (
            <Link className="link" href={href}>
              {called}
            </Link>
          )}
          {version !== '' && `${called === '' ? '' : ', '}${say('delivery.version', { version })}`}
        </span>
        <button type="button" className="link" onClick={() => setIsHeaders(!isHeaders)}>
          {say(isHeaders ? 'delivery.payload' : 'delivery.headers')}
        </button>
      </div>
      {/* Focusable, so that the arrow keys scroll it too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.code} tabIndex={0} aria-label={label}>
        <ol>
          {lines.map((line, at) => (
            // The lines of one text, which have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <code>{isHeaders ? line : highlightJson(line)}</code>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** Returns the headers of the last attempt; its signature is not kept. */
const headersOf = (
  { event_id: event, id }: LookedDelivery,
  last: Attempt | undefined,
  notKept: string,
): readonly string[] => [
  'content-type: application/json',
  `webhook-id: ${event ?? id}`,
  ...(last ? [`webhook-timestamp: ${Math.floor(Date.parse(last.at) / 1000)}`] : []),
  `webhook-signature: v1,… (${notKept})`,
];

/** Gives up a delivery that waits, after a question. */
function Skip({ id, delivery }: { id: string; delivery: LookedDelivery }) {
  const { client } = useApp().current;
  const say = useTextOf('webhook');
  const words = useKindWords();
  const [isAsking, setIsAsking] = useState(false);
  const skipping = useMutation({
    mutationKey: ['webhook', 'skip'],
    mutationFn: () => client.post(pathOf(id, `deliveries/${delivery.id}/skip`), ''),
    onSuccess: () => setIsAsking(false),
  });
  const close = () => setIsAsking(false);
  return (
    <p>
      <Button size="xs" onClick={() => setIsAsking(true)}>
        {say('skip')}
      </Button>
      {isAsking && (
        <AskDialog
          onClose={close}
          title={say('skip.title', { what: words.event(delivery.kind) })}
          text={say('skip.text')}
          cancel={say('skip.cancel')}
          label={say('skip.do')}
          doing={say('skip.doing')}
          failed={say('skip.failed')}
          action={skipping}
          onDo={() => skipping.mutate()}
        />
      )}
    </p>
  );
}
