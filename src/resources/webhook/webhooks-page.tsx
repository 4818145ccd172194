import { useQueries, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useText, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import type { Screen } from '@/app/shell/screen';
import { webhookStates, type WebhookStanding, type WebhookStanding30 } from '@/contract/webhooks';
import { isGuid } from '@/app/record/value-words';
import { Button } from '@/ui/display/button';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Facet, Facets } from '@/ui/display/facets';
import { SearchBox } from '@/ui/fields/search-box';
import { FootBar, PageHeader } from '@/ui/layout/page';
import { SidePanel } from '@/ui/layout/side-panel';
import { lazy } from '@/ui/state/lazy';
import { WebhookPanel } from './panel';
import { statesQuery, toldQuery, webhooksQuery, type KnownWebhook, type ListedWebhook } from './queries';
import { colors } from './state';
import { WebhooksTable } from './webhooks-table';
import styles from './webhooks-page.module.css';

export { texts } from './texts';

const parsers = { state: parseAsStringLiteral(webhookStates), q: parseAsString.withDefault('') };

/** Page of the company's webhooks and how they are; the one in the address is open beside them, with its deliveries. */
function Webhooks({ screen, opened }: { screen: Screen; opened: string | null }) {
  const { source, current } = useApp();
  const { client } = current;
  const say = useTextOf('webhook');
  const sayCore = useText();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [{ state, q }, change] = useQueryStates(parsers);
  const list = useQuery(webhooksQuery(source));
  const states = useQuery(statesQuery(client));
  const all = (list.data ?? []).map((one): KnownWebhook => ({
    ...one,
    standing: states.data?.webhooks.find(({ id }) => id === one.id),
  }));
  const eventId = isGuid(q.trim()) ? q.trim().toLowerCase() : null;
  const told = useTold(all, eventId);
  const words = q.toLocaleLowerCase().split(/\s+/);
  const shown = all.filter(
    (one) =>
      (state === null || one.standing?.state === state) &&
      (eventId === null
        ? words.every((word) => `${one.name} ${one.url}`.toLocaleLowerCase().includes(word))
        : told.has(one.id)),
  );
  const open = all.find(({ id }) => id === opened);
  useDocumentTitle(open ? `${open.name} · ${say('title')}` : say('title'));
  const narrowed = new URLSearchParams([
    ...(state === null ? [] : [['state', state]]),
    ...(q === '' ? [] : [['q', q]]),
  ]).toString();
  const hrefOf = (path: string) => (narrowed === '' ? path : `${path}?${narrowed}`);
  const close = () => void navigate(hrefOf(screen.path));
  const add = (
    <Button kind="primary" icon={Plus} href={`${screen.path}/new`} aria-label={say('add')}>
      {say('add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <span className={styles.note}>{say('note')}</span>
            {add}
          </>
        }
      />
      <StateFacets
        all={all}
        state={state}
        onState={(chosen) => void change({ state: chosen })}
        q={q}
        onSearch={(typed) => void change({ q: typed === '' ? null : typed })}
      />
      <div className={styles.beside}>
        <SidePanel
          label={open?.name ?? say('column.webhook')}
          onClose={close}
          panel={
            opened !== null &&
            list.data && (
              <WebhookPanel
                key={opened}
                webhook={open}
                path={screen.path}
                eventId={eventId ?? undefined}
                onClose={close}
              />
            )
          }
        >
          <div className={styles.list}>
            {/* Focusable, so that keys scroll it. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section className={styles.scroll} tabIndex={0} aria-label={say('title')} data-scroll>
              {list.error && !list.data ? (
                <ErrorState
                  title={say('notRead')}
                  text={errorText(list.error)}
                  retry={sayCore('error.tryAgain')}
                  onRetry={() => void list.refetch()}
                />
              ) : !list.data ? (
                <SkeletonLines lines={8} />
              ) : all.length === 0 ? (
                <EmptyState title={say('none')} text={say('addFirst')} />
              ) : shown.length === 0 ? (
                <EmptyState
                  title={say('nothingFound')}
                  actions={
                    <Button onClick={() => void change({ state: null, q: null })}>{say('clear')}</Button>
                  }
                />
              ) : (
                <WebhooksTable
                  webhooks={shown}
                  opened={opened}
                  hrefOf={(id) => hrefOf(`${screen.path}/${id}`)}
                />
              )}
            </section>
            {states.data && <Sum states={states.data} />}
          </div>
        </SidePanel>
      </div>
    </>
  );
}

/** The form of a webhook, which has much code of its own to load. */
export const Form = lazy(async () => ({ default: (await import('./form')).Form }));

/** Page of the webhooks, with the one of the address open beside them; at `…/edit` its form. */
export function Page({ screen }: { screen: Screen }) {
  const { id = null } = useParams();
  const { pathname } = useLocation();
  if (pathname.endsWith('/edit')) return <Form key={id} id={id} screen={screen} />;
  return <Webhooks screen={screen} opened={id} />;
}

/** Returns the webhooks that were told of an event. */
function useTold(all: readonly ListedWebhook[], eventId: string | null): ReadonlySet<string> {
  const { client } = useApp().current;
  const answers = useQueries({
    queries: eventId === null ? [] : all.map(({ id }) => toldQuery(client, id, eventId)),
  });
  return new Set(all.filter((_, at) => answers[at]?.data === true).map(({ id }) => id));
}

/** The filters by state with their counts, and the search. A state of which there is none is not offered, but those that every company has. */
function StateFacets(props: {
  all: readonly KnownWebhook[];
  state: WebhookStanding['state'] | null;
  onState: (state: WebhookStanding['state'] | null) => void;
  q: string;
  onSearch: (q: string) => void;
}) {
  const { all, state, onState, q, onSearch } = props;
  const say = useTextOf('webhook');
  const format = useFormat();
  const countOf = (name: string) => all.filter(({ standing }) => standing?.state === name).length;
  return (
    <div className={`sideways ${styles.facets}`}>
      <Facets label={say('facets')}>
        <Facet count={format.count(all.length)} pressed={state === null} onClick={() => onState(null)}>
          {say('facet.all')}
        </Facet>
        {webhookStates
          .filter((name) => name !== 'no_secret' || state === name || countOf(name) > 0)
          .map((name) => (
            <Facet
              key={name}
              // What waits for a person is marked where there is some.
              color={colors[name] === 'attention' && countOf(name) === 0 ? 'hollow' : colors[name]}
              count={format.count(countOf(name))}
              pressed={state === name}
              onClick={() => onState(state === name ? null : name)}
            >
              {say(`state.${name}`)}
            </Facet>
          ))}
      </Facets>
      <span className="grow" />
      <div className={styles.search}>
        <SearchBox value={q} onChange={onSearch} label={say('searchLabel')} placeholder={say('search')} />
      </div>
    </div>
  );
}

/** How many deliveries got through in 30 days, and how many of them at once. */
function Sum({ states: { delivered, at_first: first } }: { states: WebhookStanding30 }) {
  const say = useTextOf('webhook');
  const format = useFormat();
  // Nothing but all is 100 %.
  const percent = String(Math.floor((1000 * first) / Math.max(delivered, 1)) / 10);
  return (
    <FootBar label={say('sumLabel')}>
      <span className="cut">
        {delivered === 0
          ? say('sumNone')
          : say('sum', { count: delivered, percent: format.decimal(percent, percent === '100' ? 0 : 1) })}
      </span>
    </FootBar>
  );
}
