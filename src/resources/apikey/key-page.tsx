import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { textOf } from '@/app/form/engine/number-text';
import { recordQuery } from '@/app/data/record-query';
import { useTextOf } from '@/app/i18n/i18n';
import type { JsonObject } from '@/record/json';
import { RequestError } from '@/app/data/request-error';
import type { Screen } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { Facts } from '@/ui/display/facts';
import { Link } from '@/ui/layout/link';
import { Modal } from '@/ui/overlays/modal';
import { NoticeBody } from '@/ui/layout/notice-page';
import { PageHeader } from '@/ui/layout/page';
import { apikey } from './contract';
import styles from './key-page.module.css';
import { Rename } from './rename';

/** Page of an existing API key: it can be renamed, and revoked for good. Its role and its expiry never change. */
export function KeyPage({ id, screen }: { id: string; screen: Screen }) {
  const { client } = useApp().current;
  const say = useTextOf('apikey');
  const textOfError = useErrorText();
  const query = useQuery(recordQuery(client, apikey, id));
  if (query.data) return <Key {...query.data} id={id} path={screen.path} />;
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

function Key(props: { record: JsonObject; etag: string | null; id: string; path: string }) {
  const { record, etag, id, path } = props;
  const trail = useApp().screens['event'];
  const say = useTextOf('apikey');
  const format = useFormat();
  const [isRevoking, setAsking] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const [now] = useState(Date.now);
  const name = textOf(record['name']);
  useDocumentTitle(`${name} · ${say('title')}`);
  const isActive = record['active'] !== false;
  const ends = textOf(record['expires_at']);
  const isOver = ends !== '' && Date.parse(ends) <= now;
  const moment = (key: string) => (record[key] ? format.moment(record[key]) : say('never'));
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ label: say('title'), href: path }]}
        ruled
        actions={
          <>
            <Button onClick={() => setRenaming(true)}>{say('rename')}</Button>
            {isActive && (
              <Button kind="danger" onClick={() => setAsking(true)}>
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
            { label: say('role'), value: say(`role=${textOf(record['role'])}`) },
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
      {renaming && <Rename id={id} name={name} etag={etag} onClose={() => setRenaming(false)} />}
      <Revoke opened={isRevoking} onClose={() => setAsking(false)} id={id} name={name} />
    </>
  );
}

function Revoke(props: { opened: boolean; onClose: () => void; id: string; name: string }) {
  const { opened, onClose, id, name } = props;
  const { client } = useApp().current;
  const say = useTextOf('apikey');
  const textOfError = useErrorText();
  const revoking = useMutation({
    mutationKey: ['apikey', 'revoke'],
    mutationFn: () => client.put('apikey', id, '{"active":false}'),
    onSuccess: onClose,
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={say('revoke.title', { name })}
      footer={
        <>
          <span className="grow" />
          <Button size="md" onClick={onClose}>
            {say('revoke.cancel')}
          </Button>
          <Button
            kind="danger"
            size="md"
            busy={revoking.isPending}
            busyLabel={say('revoke.doing')}
            onClick={() => revoking.mutate()}
          >
            {say('revoke.do')}
          </Button>
        </>
      }
    >
      <p>{say('revoke.text')}</p>
      {revoking.error && (
        <Banner kind="danger">
          {say('revoke.failed')} {textOfError(revoking.error)}
        </Banner>
      )}
    </Modal>
  );
}
