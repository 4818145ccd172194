import { lowerFirst } from '@/record/words';
import { dayMs } from '@/record/calendar';
import { useQuery } from '@tanstack/react-query';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import type { Row } from '@/app/data/row';
import { mayRead } from '@/app/session/session';
import { backupList, healthOf } from '@/contract/backups';
import { webhookStatesSchema } from '@/contract/webhooks';
import { apikey } from '@/resources/apikey/contract';
import { securityevent } from '@/resources/securityevent/contract';
import { user } from '@/resources/user/contract';
import { webhook } from '@/resources/webhook/contract';
import { overviewTexts } from './texts';
import type { Waiting } from './waiting';

/** Days before the end of a key from which it is told. */
const soon = 14;
const active = { q: '', sort: '', active: 'active', filters: {} } as const;

/**
 * Returns what an administrator looks after: keys that end soon, invitations without an answer, refused
 * sign-ins, backups that fail, webhooks to which nothing gets through.
 */
export function useAccessWaiting(): Waiting[] {
  const say = usePageText('overview', overviewTexts);
  const format = useFormat();
  const { source, client, screens, isAdmin } = useSources();
  const { data } = useQuery({
    queryKey: [apikey.name, 'overview'],
    enabled: isAdmin,
    queryFn: async ({ signal }) => {
      const [keys, people, failed, backups] = await Promise.all([
        source.page(apikey, { ...active, sort: 'expires_at' }, 0, signal),
        source.page(user, active, 0, signal),
        client.list(securityevent.name, {
          pageSize: 1,
          kind: 'sign_in_failed',
          from: new Date(Date.now() - dayMs).toISOString(),
        }),
        client.json('/api/secure/backup', signal),
      ]);
      return {
        keys: keys.rows,
        people: people.rows,
        failed: failed.total ?? 0,
        backups: healthOf(backupList.parse(backups), Date.now()),
      };
    },
  });
  const paused = usePausedWebhooks();
  if (!data) return [];
  const { keys, people, failed, backups } = data;
  const ending = keys.filter(({ expires_at: end }) => typeof end === 'string' && isSoon(end));
  const invited = people.filter(({ accepted_at: at }) => at === null);
  const rows = (
    key: 'keys' | 'people' | 'webhooks',
    found: readonly Row[],
    resource: string,
    where: (row: Row) => string,
  ) =>
    found.slice(0, 1).map((first): Waiting => ({
      kind: 'access',
      key,
      count: found.length,
      isRisk: key === 'webhooks',
      what: say(`todo.${key}`),
      where:
        found.length === 1
          ? where(first)
          : say('todo.more', { first: where(first), count: found.length - 1 }),
      action: say('do.see'),
      href: screens[resource]?.path ?? '',
    }));
  const isUnsafe = backups.health === 'failed' || backups.health === 'old';
  return [
    ...(isUnsafe
      ? [
          {
            kind: 'access',
            key: 'backup',
            count: 1,
            isRisk: true,
            what: say('todo.backup'),
            where: backups.newest
              ? say('todo.backup.newest', { when: lowerFirst(format.moment(backups.newest.finished_at)) })
              : '',
            action: say('do.see'),
            href: '/company/backups',
          } satisfies Waiting,
        ]
      : []),
    ...rows('webhooks', paused, webhook.name, nameOf),
    ...rows('keys', ending, apikey.name, (key) => `${nameOf(key)}, ${format.moment(key['expires_at'])}`),
    ...rows('people', invited, user.name, nameOf),
    ...(failed > 0
      ? [
          {
            kind: 'access',
            key: 'failed',
            count: failed,
            isRisk: false,
            what: say('todo.failed'),
            where: say('todo.today'),
            action: say('do.see'),
            href: `${screens[securityevent.name]?.path ?? ''}?kind=sign_in_failed`,
          } satisfies Waiting,
        ]
      : []),
  ];
}

/** Returns the webhooks that are paused, until an administrator resumes them. */
function usePausedWebhooks(): readonly Row[] {
  const { source, current } = useApp();
  const { data = [] } = useQuery({
    queryKey: [webhook.name, 'overview'],
    enabled: mayRead(current.me, webhook.access),
    queryFn: async ({ signal }) => {
      const states = webhookStatesSchema.parse(
        await current.client.json('/api/secure/webhook_state', signal),
      );
      const paused = states.webhooks.filter(({ state }) => state === 'paused');
      const found = await Promise.all(paused.map(({ id }) => source.recordById(webhook, id)));
      return found.filter((row) => row !== null);
    },
  });
  return data;
}

function useSources() {
  const { source, screens, current } = useApp();
  return { source, screens, client: current.client, isAdmin: mayRead(current.me, apikey.access) };
}

const isSoon = (end: string): boolean => new Date(end).getTime() < Date.now() + soon * dayMs;
const nameOf = (row: Row): string => (typeof row['name'] === 'string' ? row['name'] : row.id);
