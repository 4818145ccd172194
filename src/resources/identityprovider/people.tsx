import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { providerPeople, scimToken, type ProviderPeople } from '@/contract/single-sign-on';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { isGivenUp } from '@/app/session/given-up';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Secret } from '@/ui/fields/secret';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { toast } from '@/ui/overlays/toast-store';
import { LinkDialog, pathOf } from './parts';
import styles from './parts.module.css';

type Person = ProviderPeople['people'][number];

const peopleQuery = (client: ReturnType<typeof useApp>['current']['client'], id: string) => ({
  queryKey: ['identityprovider', 'people', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    providerPeople.parse(await client.json(`/api/secure/${pathOf(id, 'people')}`, signal)),
});

/** The token by which the provider sends people and groups by itself (SCIM), and where to. */
export function Provisioning({ id }: { id: string }) {
  const { client } = useApp().current;
  const say = useTextOf('identityprovider');
  const format = useFormat();
  const textOfError = useErrorText();
  const read = useQuery(peopleQuery(client, id));
  const [asks, setAsks] = useState<'another' | 'end'>();
  const making = useMutation({
    mutationKey: ['identityprovider', 'scim-token'],
    // The token does not stay in the mutation cache once the page is left.
    gcTime: 0,
    mutationFn: async () => {
      const { text } = await client.post(pathOf(id, 'scim-token'), '');
      return scimToken.parse(JSON.parse(text));
    },
    onSettled: () => setAsks(undefined),
  });
  const ending = useMutation({
    mutationKey: ['identityprovider', 'scim-token'],
    mutationFn: () => client.post(pathOf(id, 'scim-token/end'), ''),
    onSuccess: () => {
      making.reset();
      toast.saved({ title: say('scim.ended') });
    },
    onSettled: () => setAsks(undefined),
  });
  const error = [making.error, ending.error].find((one) => one && !isGivenUp(one)) ?? read.error;
  const scim = read.data?.scim;
  const made = making.data;
  return (
    <div className={styles.addresses}>
      {error && <Banner kind="danger">{textOfError(error)}</Banner>}
      {(made ?? scim) && (
        <Secret
          label={say('scim.address')}
          value={(made ?? scim)?.address ?? ''}
          copy={say('copy')}
          copied={say('copied')}
        />
      )}
      {made && (
        <>
          <Secret label={say('scim.token')} value={made.token} copy={say('copy')} copied={say('copied')} />
          <p className="muted">{say('scim.once')}</p>
        </>
      )}
      {scim && !made && (
        <p className="muted">
          {scim.used_at === null
            ? say('scim.unused', { made: format.moment(scim.made_at) })
            : say('scim.used', { made: format.moment(scim.made_at), used: format.moment(scim.used_at) })}
        </p>
      )}
      <div className={styles.buttons}>
        <Button busy={making.isPending} onClick={() => (scim ? setAsks('another') : making.mutate())}>
          {say(scim ? 'scim.another' : 'scim.make')}
        </Button>
        {scim && <Button onClick={() => setAsks('end')}>{say('scim.end')}</Button>}
      </div>
      {asks && (
        <Modal
          opened
          onClose={() => setAsks(undefined)}
          title={say(asks === 'end' ? 'scim.end.title' : 'scim.another.title')}
          footer={
            <DialogFoot
              cancel={say('named.cancel')}
              onCancel={() => setAsks(undefined)}
              kind={asks === 'end' ? 'danger' : 'primary'}
              busy={making.isPending || ending.isPending}
              onDo={() => (asks === 'end' ? ending.mutate() : making.mutate())}
            >
              {say(asks === 'end' ? 'scim.end' : 'scim.another')}
            </DialogFoot>
          }
        >
          <p className="muted">{say(asks === 'end' ? 'scim.end.text' : 'scim.another.text')}</p>
        </Modal>
      )}
    </div>
  );
}

/** Whom the provider sends by itself, and which memberships they have; those first who wait for an administrator. */
export function SentPeople({ id }: { id: string }) {
  const { client } = useApp().current;
  const say = useTextOf('identityprovider');
  const textOfError = useErrorText();
  const read = useQuery(peopleQuery(client, id));
  const [pairing, setPairing] = useState<readonly Person[]>();
  const [choosing, setChoosing] = useState<Person>();
  if (read.error) return <Banner kind="danger">{textOfError(read.error)}</Banner>;
  if (!read.data || read.data.people.length === 0) return <p className="muted">{say('sent.none')}</p>;
  const { people, total } = read.data;
  const alike = people.filter((one) => one.same_email !== null);
  return (
    <>
      {alike.length > 1 && (
        <p className={styles.alike}>
          <span>{say('sent.alike', { count: alike.length })}</span>
          <Button onClick={() => setPairing(alike)}>{say('sent.linkAll', { count: alike.length })}</Button>
        </p>
      )}
      <ul className={`${styles.named} ${styles.sent}`}>
        {people.map((one) => (
          <li key={one.id}>
            <span className={styles.who}>
              <b>{one.name}</b>
              <span className="meta">{one.email}</span>
            </span>
            <span className={styles.opens}>
              <Standing one={one} />
              {one.groups.length > 0 && <span className="meta">{one.groups.join(', ')}</span>}
            </span>
            {one.membership === null && one.active && (
              <Button
                aria-label={say('named.linkOf', { name: one.name })}
                onClick={() => (one.same_email ? setPairing([one]) : setChoosing(one))}
              >
                {say('named.link')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {total > people.length && <p className="meta">{say('sent.more', { count: total - people.length })}</p>}
      {pairing && (
        <PairDialog path={pathOf(id, 'people/link')} pairs={pairing} onClose={() => setPairing(undefined)} />
      )}
      {choosing && (
        <LinkDialog
          path={pathOf(id, 'people/link')}
          name={choosing.name}
          bodyOf={(user) => ({ people: [{ id: choosing.id, user_id: user }] })}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </>
  );
}

/** What somebody may do here, or what they wait for. */
function Standing({ one: { active, membership, same_email: alike } }: { one: Person }) {
  const say = useTextOf('identityprovider');
  if (!active) return <span className="muted">{say('sent.inactive')}</span>;
  if (membership)
    return (
      <span>
        {say('sent.is', { name: membership.name, role: say(`data.new_people=${membership.role}`) })}
      </span>
    );
  if (alike)
    return (
      <span className="risk">
        {say('sent.same', { name: alike.name, role: say(`data.new_people=${alike.role}`) })}
      </span>
    );
  return <span className="muted">{say('sent.noRole')}</span>;
}

/** Asks whether people are those who have their e-mails here. */
function PairDialog({
  path,
  pairs,
  onClose,
}: {
  path: string;
  pairs: readonly Person[];
  onClose: () => void;
}) {
  const { client } = useApp().current;
  const say = useTextOf('identityprovider');
  const textOfError = useErrorText();
  const linking = useMutation({
    mutationKey: ['identityprovider', 'link'],
    mutationFn: () =>
      client.post(
        path,
        JSON.stringify({
          people: pairs.flatMap(({ id, same_email: alike }) => (alike ? [{ id, user_id: alike.id }] : [])),
        }),
      ),
    onSuccess() {
      toast.saved({ title: say('named.linked') });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('sent.pair.title', { count: pairs.length })}
      footer={
        <DialogFoot
          cancel={say('named.cancel')}
          onCancel={onClose}
          busy={linking.isPending}
          onDo={() => linking.mutate()}
        >
          {say('sent.linkAll', { count: pairs.length })}
        </DialogFoot>
      }
    >
      <p className="muted">{say('sent.pair.text')}</p>
      {linking.error && !isGivenUp(linking.error) && (
        <Banner kind="danger">{textOfError(linking.error)}</Banner>
      )}
      <ul className={`${styles.named} ${styles.sent}`}>
        {pairs.map((one) => (
          <li key={one.id}>
            <span className={styles.who}>
              <b>{one.name}</b>
              <span className="meta">{one.email}</span>
            </span>
            <span className={styles.opens}>
              {one.same_email &&
                say('sent.here', {
                  name: one.same_email.name,
                  role: say(`data.new_people=${one.same_email.role}`),
                })}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
