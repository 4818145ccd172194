import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { providerIdentities, type ProviderIdentity } from '@/contract/single-sign-on';
import { useSearch } from '@/app/form/fields/reference-input';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { recordQuery } from '@/app/data/record-query';
import { isGivenUp } from '@/app/session/given-up';
import { publicUrlQuery } from '@/app/session/features';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { ReferenceField } from '@/ui/fields/choices/reference-field';
import { Secret } from '@/ui/fields/secret';
import { TextField } from '@/ui/fields/text-field';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { toast } from '@/ui/overlays/toast-store';
import { identityprovider } from './contract';
import styles from './parts.module.css';

export const pathOf = (id: string, rest: string) => `identityprovider/${encodeURIComponent(id)}/${rest}`;

/** What is entered at the provider: where it sends people back to, and where it says that somebody's session ended. */
export function Addresses({ id }: { id: string }) {
  const say = useTextOf('identityprovider');
  const { data: publicUrl } = useQuery(publicUrlQuery);
  if (!publicUrl) return null;
  const at = `${publicUrl}/api/sign-in/${id}`;
  return (
    <div className={styles.addresses}>
      {(['callback', 'logout'] as const).map((what) => (
        <Secret
          key={what}
          label={say(`address.${what}`)}
          value={`${at}/${what}`}
          copy={say('copy')}
          copied={say('copied')}
        />
      ))}
    </div>
  );
}

/** Says beforehand that nobody can be sent back to a service that does not know its address. */
export function LacksPublicUrl() {
  const say = useTextOf('identityprovider');
  const { data: publicUrl } = useQuery(publicUrlQuery);
  return publicUrl === null ? <Banner kind="attention">{say('noPublicUrl')}</Banner> : null;
}

/** The secret of the client, which is sent by itself and never shown again. */
export function ClientSecret({ id }: { id: string }) {
  const { client } = useApp().current;
  const say = useTextOf('identityprovider');
  const textOfError = useErrorText();
  const hasSecret = useQuery(recordQuery(client, identityprovider, id)).data?.record['has_secret'] === true;
  const [typed, setTyped] = useState('');
  const keeping = useMutation({
    mutationKey: ['identityprovider', 'secret'],
    // It does not stay in the mutation cache.
    gcTime: 0,
    mutationFn: () =>
      client.put(
        `identityprovider/${encodeURIComponent(id)}`,
        'secret',
        JSON.stringify({ client_secret: typed }),
      ),
    onSuccess() {
      setTyped('');
      toast.saved({ title: say('secret.kept') });
    },
  });
  const error = keeping.error && !isGivenUp(keeping.error) ? textOfError(keeping.error) : undefined;
  return (
    <div className={styles.secret}>
      <TextField
        type="password"
        autoComplete="off"
        label={say(hasSecret ? 'secret.another' : 'secret')}
        help={say(hasSecret ? 'secret.there' : 'secret.none')}
        value={typed}
        error={error}
        onChange={setTyped}
      />
      <Button disabled={typed === ''} busy={keeping.isPending} onClick={() => keeping.mutate()}>
        {say('secret.keep')}
      </Button>
    </div>
  );
}

function useIdentities(id: string) {
  const { client } = useApp().current;
  return useQuery({
    queryKey: ['identityprovider', 'identities', id],
    queryFn: async ({ signal }) =>
      providerIdentities.parse(await client.json(`/api/secure/${pathOf(id, 'identities')}`, signal)),
  });
}

/** Says, before other ways in are closed, that nobody has come in by this one. */
export function NobodyYet({ id }: { id: string }) {
  const say = useTextOf('identityprovider');
  const named = useIdentities(id).data;
  if (!named || named.some(({ memberships }) => memberships.length > 0)) return null;
  return <Banner kind="note">{say('only.tryFirst')}</Banner>;
}

const checkedDomains = z.array(z.looseObject({ domain: z.string(), shown: z.boolean() }));

/** Looks whether the stored domains are the company's, which is asked for where several chains share the service. */
export function Domains({ id }: { id: string }) {
  const { client } = useApp().current;
  const say = useTextOf('identityprovider');
  const textOfError = useErrorText();
  const checking = useMutation({
    mutationKey: ['identityprovider', 'domains'],
    mutationFn: async () =>
      checkedDomains.parse(JSON.parse((await client.post(pathOf(id, 'domains'), '{}')).text)),
  });
  return (
    <div className={styles.domains}>
      <Secret
        label={say('domains.record')}
        value={`tillhouse=${id}`}
        copy={say('copy')}
        copied={say('copied')}
      />
      <Button busy={checking.isPending} onClick={() => checking.mutate()}>
        {say('domains.check')}
      </Button>
      {checking.error && <Banner kind="danger">{textOfError(checking.error)}</Banner>}
      <output>
        {checking.data?.length === 0 && say('domains.none')}
        {checking.data?.map(({ domain, shown }) => (
          <p key={domain}>{say(shown ? 'domains.shown' : 'domains.missing', { domain })}</p>
        ))}
      </output>
    </div>
  );
}

/** Whom the provider named, and which memberships they open; who opens none waits for an administrator. */
export function Identities({ id }: { id: string }) {
  const { client } = useApp().current;
  const say = useTextOf('identityprovider');
  const format = useFormat();
  const textOfError = useErrorText();
  const [linking, setLinking] = useState<ProviderIdentity>();
  const read = useIdentities(id);
  const unlinking = useMutation({
    mutationKey: ['identityprovider', 'unlink'],
    mutationFn: ({ identity, user }: { identity: string; user: string }) =>
      client.post(
        pathOf(id, `identities/${encodeURIComponent(identity)}/unlink`),
        JSON.stringify({ user_id: user }),
      ),
  });
  if (read.error) return <Banner kind="danger">{textOfError(read.error)}</Banner>;
  if (!read.data || read.data.length === 0) return <p className="muted">{say('named.none')}</p>;
  return (
    <>
      {unlinking.error && !isGivenUp(unlinking.error) && (
        <Banner kind="danger">{textOfError(unlinking.error)}</Banner>
      )}
      <ul className={styles.named}>
        {read.data.map((one) => (
          <li key={one.id}>
            <span className={styles.who}>
              <b>{one.name ?? one.subject}</b>
              <span className="meta">{one.email ?? one.subject}</span>
            </span>
            <span className={styles.opens}>
              {one.memberships.length === 0 ? (
                <span className="risk">{say('named.waits')}</span>
              ) : (
                one.memberships.map((membership) => (
                  <span key={membership.id}>
                    {say('named.opens', { name: membership.name, company: membership.company })}{' '}
                    <button
                      type="button"
                      className="link"
                      aria-label={say('named.unlinkOf', { name: membership.name })}
                      disabled={unlinking.isPending}
                      onClick={() => unlinking.mutate({ identity: one.id, user: membership.id })}
                    >
                      {say('named.unlink')}
                    </button>
                  </span>
                ))
              )}
            </span>
            <span className="meta">{format.moment(one.last_at)}</span>
            <Button
              aria-label={say('named.linkOf', { name: one.name ?? one.subject })}
              onClick={() => setLinking(one)}
            >
              {say('named.link')}
            </Button>
          </li>
        ))}
      </ul>
      {linking && (
        <LinkDialog
          path={pathOf(id, `identities/${encodeURIComponent(linking.id)}/link`)}
          name={linking.name ?? linking.subject}
          bodyOf={(user) => ({ user_id: user })}
          onClose={() => setLinking(undefined)}
        />
      )}
    </>
  );
}

/** Asks by which membership somebody acts whom the provider named. */
export function LinkDialog(props: {
  path: string;
  name: string;
  bodyOf: (user: string) => unknown;
  onClose: () => void;
}) {
  const { path, name, bodyOf, onClose } = props;
  const { client } = useApp().current;
  const say = useTextOf('identityprovider');
  const textOfError = useErrorText();
  const search = useSearch('user');
  const [chosen, setChosen] = useState<{ id: string; label: string }>();
  const linking = useMutation({
    mutationKey: ['identityprovider', 'link'],
    mutationFn: (user: string) => client.post(path, JSON.stringify(bodyOf(user))),
    onSuccess() {
      toast.saved({ title: say('named.linked') });
      onClose();
    },
  });
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('named.title', { name })}
      footer={
        <DialogFoot
          cancel={say('named.cancel')}
          onCancel={onClose}
          disabled={!chosen}
          busy={linking.isPending}
          onDo={() => chosen && linking.mutate(chosen.id)}
        >
          {say('named.link')}
        </DialogFoot>
      }
    >
      <p className={`muted ${styles.text}`}>{say('named.text')}</p>
      {linking.error && !isGivenUp(linking.error) && (
        <Banner kind="danger">{textOfError(linking.error)}</Banner>
      )}
      <ReferenceField
        label={say('named.person')}
        value={chosen?.id ?? null}
        display={chosen?.label ?? ''}
        search={search}
        onChange={(id, reference) =>
          setChosen(id === null ? undefined : { id, label: reference?.label ?? '' })
        }
      />
    </Modal>
  );
}
