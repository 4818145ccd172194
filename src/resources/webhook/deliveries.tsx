import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import { deliveryStates, isTaken, type Delivery } from '@/contract/webhooks';
import { useText, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Dot } from '@/ui/display/badge';
import { Button } from '@/ui/display/button';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Facet, Facets } from '@/ui/display/facets';
import { Icon } from '@/ui/display/icon';
import { toast } from '@/ui/overlays/toast-store';
import { useNarrowerThan } from '@/ui/layout/use-phone';
import { cx } from '@/ui/style/cx';
import { DeliveryDetails } from './delivery-details';
import { deliveriesQuery, pathOf, type KnownWebhook } from './queries';
import { useKindWords, useOutcomeWords, useWhen } from './words';
import styles from './panel.module.css';

type State = (typeof deliveryStates)[number];

/** The width of a window from which the panel has room for how long attempts took, and how many there were. */
const wide = 1300;

/** The deliveries of a webhook, newest first, by state; one opens in its place. */
export function Deliveries({ webhook, eventId }: { webhook: KnownWebhook; eventId: string | undefined }) {
  const { id } = webhook;
  const { client } = useApp().current;
  const say = useTextOf('webhook');
  const sayCore = useText();
  const errorText = useErrorText();
  const [state, setState] = useState<State>();
  const [opened, setOpened] = useState<string>();
  const isNarrow = useNarrowerThan(wide);
  const query = useInfiniteQuery(deliveriesQuery(client, id, { state, event_id: eventId }));
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const { hasNextPage, isFetchingNextPage } = query;
  return (
    <>
      <div className={cx('sideways', styles.filters)}>
        <Facets label={say('deliveries')}>
          {[undefined, ...deliveryStates].map((name) => (
            <Facet key={name ?? 'all'} pressed={state === name} onClick={() => setState(name)}>
              {say(`filter.${name ?? 'all'}`)}
            </Facet>
          ))}
        </Facets>
      </div>
      {query.error && !query.data ? (
        <ErrorState
          title={say('deliveries.notRead')}
          text={errorText(query.error)}
          retry={sayCore('error.tryAgain')}
          onRetry={() => void query.refetch()}
        />
      ) : !query.data ? (
        <SkeletonLines lines={6} />
      ) : deliveries.length === 0 ? (
        <EmptyState
          title={say(state === undefined && eventId === undefined ? 'deliveries.none' : 'deliveries.noneOf')}
        />
      ) : (
        <table
          className={styles.deliveries}
          data-narrow={isNarrow || undefined}
          aria-label={say('deliveries')}
        >
          <thead>
            <tr>
              {!isNarrow && (
                <th scope="col" className={styles.time}>
                  {say('delivery.time')}
                </th>
              )}
              <th scope="col">{say('delivery.event')}</th>
              <th scope="col" className={styles.status}>
                {say('delivery.status')}
              </th>
              {!isNarrow && (
                <>
                  <th scope="col" className={styles.ms}>
                    {say('delivery.ms')}
                  </th>
                  <th scope="col" className={styles.tries}>
                    {say('delivery.tries')}
                  </th>
                </>
              )}
              {/* An empty `th` would be announced as a head with no name. */}
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
              <td className={styles.act} />
            </tr>
          </thead>
          <tbody>
            {deliveries.map((one) => (
              <Fragment key={one.id}>
                <DeliveryRow
                  webhook={webhook}
                  delivery={one}
                  isNarrow={isNarrow}
                  isOpen={one.id === opened}
                  onOpen={() => setOpened(one.id === opened ? undefined : one.id)}
                />
                {one.id === opened && (
                  <tr className={styles.details} id={`delivery-${one.id}`}>
                    <td colSpan={isNarrow ? 3 : 6}>
                      <DeliveryDetails webhook={webhook} delivery={one} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <p className={styles.more}>
          <Button
            busy={isFetchingNextPage}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            {say('deliveries.more')}
          </Button>
        </p>
      )}
    </>
  );
}

function DeliveryRow(props: {
  webhook: KnownWebhook;
  delivery: Delivery;
  isNarrow: boolean;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { webhook, delivery, isNarrow, isOpen, onOpen } = props;
  const { kind, event_at: at, attempts, last, waits_for: earlier } = delivery;
  const say = useTextOf('webhook');
  const format = useFormat();
  const words = useKindWords();
  const when = useWhen();
  const what = words.event(kind);
  const isTried = last !== null && delivery.state !== 'skipped' && earlier === null;
  return (
    <tr className={cx(isOpen && styles.isOpen)}>
      {!isNarrow && <td className={styles.time}>{when.short(at)}</td>}
      <td>
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `delivery-${delivery.id}` : undefined}
          title={kind}
          onClick={onOpen}
        >
          {what}
        </button>
        {isNarrow && <span className={styles.when}>{when.short(at)}</span>}
      </td>
      {isTried ? (
        <>
          {/* Why there was no answer is longer than a status, and how long it took says nothing. */}
          <td className={styles.status} colSpan={last.status === null && !isNarrow ? 2 : 1}>
            <Outcome delivery={delivery} last={last} />
          </td>
          {!isNarrow && (
            <>
              {last.status !== null && <td className={styles.ms}>{format.count(last.ms)}</td>}
              <td className={styles.tries}>{format.count(attempts)}</td>
            </>
          )}
        </>
      ) : (
        <td colSpan={(isNarrow ? 1 : 3) + (earlier ? 1 : 0)} className={styles.waits}>
          {delivery.state === 'skipped'
            ? say('delivery.skipped')
            : earlier
              ? say('delivery.waitsFor', { time: when.short(earlier.event_at) })
              : say('delivery.waits')}
        </td>
      )}
      {/* What waits for an earlier one would wait on. */}
      {earlier === null && (
        <td className={styles.act}>
          {mayResend(webhook, delivery) && <Resend id={webhook.id} delivery={delivery} what={what} />}
        </td>
      )}
    </tr>
  );
}

/** How the last attempt ended; what got through and is sent once more waits again. */
function Outcome({ delivery, last }: { delivery: Delivery; last: NonNullable<Delivery['last']> }) {
  const say = useTextOf('webhook');
  const { outcome } = useOutcomeWords();
  const isDone = isTaken(last.status);
  const text = outcome(last);
  return (
    <span className={isDone ? styles.good : styles.bad} title={text}>
      {isDone ? <Dot color="ok" /> : <Icon as={CircleAlert} size="s" />}
      <span className="cut">
        {isDone && delivery.state === 'waiting' ? `${text} ${say('delivery.again')}` : text}
      </span>
    </span>
  );
}

/** Whether a delivery can be sent again: a test is made anew instead. */
const mayResend = ({ active }: KnownWebhook, { event_id: event }: Delivery): boolean =>
  active && event !== null;

function Resend({ id, delivery, what }: { id: string; delivery: Delivery; what: string }) {
  const { client } = useApp().current;
  const say = useTextOf('webhook');
  const textOfError = useErrorText();
  const when = useWhen();
  const resending = useMutation({
    mutationKey: ['webhook', 'resend'],
    mutationFn: () => client.post(pathOf(id, `deliveries/${delivery.id}/resend`), ''),
    onSuccess: () => toast.saved({ title: say('resend.done') }),
    onError: (error) => toast.failed({ title: say('resend.failed'), detail: textOfError(error) }),
  });
  return (
    <button
      type="button"
      className="link"
      aria-label={say('resend.of', { what, time: when.short(delivery.event_at) })}
      aria-busy={resending.isPending}
      onClick={() => {
        if (!resending.isPending) resending.mutate();
      }}
    >
      {say('resend')}
    </button>
  );
}
