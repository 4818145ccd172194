import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useRoleName } from '@/app/form/fields/role-field';
import { useApp, useRecordLabel } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { textOf } from '@/app/form/engine/number-text';
import { recordQuery } from '@/app/data/record-query';
import { useTextOf } from '@/app/i18n/i18n';
import { AskDialog } from '@/app/session/ask-dialog';
import { valueAt, type JsonObject } from '@/record/json';
import { RequestError } from '@/app/data/request-error';
import type { Screen } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { Facts } from '@/ui/display/facts';
import { Link } from '@/ui/layout/link';
import { NoticeBody } from '@/ui/layout/notice-page';
import { PageHeader } from '@/ui/layout/page';
import { pos } from '../pos/contract';
import { apikey } from './contract';
import styles from './key-page.module.css';
import { NetworksDialog, networksOf } from './networks';
import { Rename } from './rename';
import { Rotate } from './rotate';

type OnRotated = (record: JsonObject, note: string) => void;

/**
 * Page of an existing API key: it can be renamed, held to networks, rotated, and revoked for good. Its role never
 * changes.
 */
export function KeyPage(props: { id: string; screen: Screen; onRotated: OnRotated }) {
  const { id, screen, onRotated } = props;
  const { client } = useApp().current;
  const say = useTextOf('apikey');
  const textOfError = useErrorText();
  const query = useQuery(recordQuery(client, apikey, id));
  if (query.data) return <Key {...query.data} {...{ id, onRotated }} path={screen.path} />;
  if (!query.error) return <SkeletonLines lines={5} />;
  const isMissing = query.error instanceof RequestError && query.error.status === 404;
  return (
    <ErrorState
      title={say(isMissing ? 'notThere' : 'key.notRead')}
      text={isMissing ? undefined : textOfError(query.error)}
      retry={say('again')}
      onRetry={() => void query.refetch()}
    />
  );
}

function Key(props: {
  record: JsonObject;
  etag: string | null;
  id: string;
  path: string;
  onRotated: OnRotated;
}) {
  const { record, etag, id, path, onRotated } = props;
  const { screens } = useApp();
  const trail = screens['event'];
  const say = useTextOf('apikey');
  const format = useFormat();
  const [asking, setAsking] = useState<'revoke' | 'rename' | 'networks' | 'rotate'>();
  const close = () => setAsking(undefined);
  const [now] = useState(Date.now);
  const name = textOf(record['name']);
  useDocumentTitle(`${name} · ${say('title')}`);
  const isActive = record['active'] !== false;
  const ends = textOf(record['expires_at']);
  const isOver = ends !== '' && Date.parse(ends) <= now;
  const role = useRoleName('apikey', textOf(record['role']), record['role_id']);
  const posId = textOf(record['pos_id']);
  const register = useRecordLabel(pos, posId);
  const networks = networksOf(valueAt(record, ['data', 'networks']));
  const moment = (key: string) => (record[key] ? format.moment(record[key]) : say('never'));
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ label: say('title'), href: path }]}
        ruled
        actions={
          <>
            {/* A phone shows their icons alone, and what has none at its foot. */}
            <Button icon={Pencil} aria-label={say('rename')} onClick={() => setAsking('rename')}>
              {say('rename')}
            </Button>
            {isActive && !isOver && (
              <Button icon={RefreshCw} aria-label={say('rotate')} onClick={() => setAsking('rotate')}>
                {say('rotate')}
              </Button>
            )}
            {isActive && (
              <Button kind="danger" onClick={() => setAsking('revoke')}>
                {say('revoke')}
              </Button>
            )}
          </>
        }
      />
      <NoticeBody>
        <Facts
          facts={[
            { label: say('state'), value: say(!isActive ? 'revoked' : isOver ? 'expired' : 'active') },
            { label: say('role'), value: role },
            ...(posId === ''
              ? []
              : [
                  {
                    label: say('pos_id'),
                    value: (
                      <Link className="link" href={`${screens['pos']?.path}/${posId}`}>
                        {register?.name ?? '…'}
                      </Link>
                    ),
                  },
                  { label: say('till_version'), value: textOf(record['till_version']) || '–' },
                ]),
            {
              label: say('data.networks'),
              value: (
                <>
                  <span>{networks.length === 0 ? say('networks.any') : networks.join(', ')}</span>
                  {isActive && (
                    <Button
                      size="xs"
                      aria-label={say('networks.changeOf')}
                      onClick={() => setAsking('networks')}
                    >
                      {say('networks.change')}
                    </Button>
                  )}
                </>
              ),
            },
            { label: say('prefix'), value: <span className="code">{textOf(record['prefix']) || '–'}</span> },
            { label: say('expires_at'), value: moment('expires_at') },
            { label: say('last_used_at'), value: moment('last_used_at') },
            { label: say('created_at'), value: moment('created_at') },
          ]}
        />
        {/* Links to the audit trail: events caused by the key, and events of the key itself. */}
        {trail && (
          <p className={styles.trails}>
            <Link className="link" href={`${trail.path}?key_id=${id}`}>
              {say('trail.by')}
            </Link>
            <Link className="link" href={`${trail.path}?entity_id=${id}`}>
              {say('trail.of')}
            </Link>
          </p>
        )}
      </NoticeBody>
      {asking === 'rename' && <Rename {...{ id, name, etag }} onClose={close} />}
      {asking === 'networks' && <NetworksDialog {...{ id, name, networks, etag }} onClose={close} />}
      {asking === 'rotate' && (
        <Rotate {...{ id, name, posId }} expiresAt={ends} onClose={close} onMade={onRotated} />
      )}
      <Revoke opened={asking === 'revoke'} onClose={close} id={id} name={name} />
    </>
  );
}

function Revoke(props: { opened: boolean; onClose: () => void; id: string; name: string }) {
  const { opened, onClose, id, name } = props;
  const { client } = useApp().current;
  const say = useTextOf('apikey');
  const revoking = useMutation({
    mutationKey: ['apikey', 'revoke'],
    mutationFn: () => client.put('apikey', id, '{"active":false}'),
    onSuccess: onClose,
  });
  return (
    <AskDialog
      opened={opened}
      onClose={onClose}
      title={say('revoke.title', { name })}
      text={say('revoke.text')}
      cancel={say('revoke.cancel')}
      label={say('revoke.do')}
      doing={say('revoke.doing')}
      failed={say('revoke.failed')}
      action={revoking}
      onDo={() => revoking.mutate()}
    />
  );
}
