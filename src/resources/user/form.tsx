import { lowerFirst } from '@/record/words';
import { useEffect, useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { roles } from '@/contract/role';
import { RoleField } from '@/app/form/fields/role-field';
import type { ChangeSet } from '@/app/changes/change-sets';
import { SessionTable } from '@/app/session/session-table';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { useRecord, useRecordContext } from '@/app/form/engine/record-context';
import type { FormProps } from '@/app/shell/screen';
import { textOf } from '@/app/form/engine/number-text';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import type { JsonObject } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { Button } from '@/ui/display/button';
import { Fields } from '@/ui/layout/form-section';
import { Modal } from '@/ui/overlays/modal';
import { Link } from '@/ui/layout/link';
import { NoticeBody } from '@/ui/layout/notice-page';
import { PageHeader } from '@/ui/layout/page';
import { linkSchema } from '@/contract/session';
import { mayRead } from '@/app/session/session';
import { useApp, useRecordLabel } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Secret } from '@/ui/fields/secret';
import { role as ownRole } from '../role/contract';
import { user } from './contract';
import { LocationsHeld } from './locations-held';
import { SecondFactorOff } from './second-factor-off';
import { MailedLink, UnsentMail, useMailLink, useSendsMail } from './mail-link';
import styles from './one-time-link.module.css';

export { texts } from './texts';

const f = fieldsOf(user);
const locales = ['en-GB', 'fi-FI'];

/** Form of a user. For a new user, it shows the invitation link after the user is created. */
export function Form(props: FormProps) {
  const say = useTextOf('user');
  const [created, setMade] = useState<JsonObject>();
  const sendsMail = useSendsMail();
  if (created) return <Invited record={created} path={props.screen.path} sendsMail={sendsMail} />;
  return (
    <RecordForm
      {...props}
      sections={['general', 'locations', 'sign_in']}
      createLabel={say('invite')}
      onCreated={props.id === null ? setMade : undefined}
    >
      <Section id="general">
        {props.id !== null && <DueSets id={props.id} />}
        <Fields>
          <f.Text name="name" span={6} />
          <f.Text name="email" span={6} type="email" />
          <PersonsRole isNew={props.id === null} />
          <f.Select
            name="data.locale"
            span={3}
            options={locales}
            open
            clearable
            labelOf={(value) => say(`locale=${value}`)}
          />
        </Fields>
        {props.id === null && <p className="meta">{say(sendsMail ? 'mail.follows' : 'linkFollows')}</p>}
      </Section>
      <Section id="locations">
        <Fields>
          <LocationsHeld />
        </Fields>
      </Section>
      {props.id !== null && (
        <Section id="sign_in">
          <SignInState id={props.id} />
        </Section>
      )}
    </RecordForm>
  );
}

/** The most change sets that are named; the list of sets has the others. */
const mostNamed = 5;

/**
 * Warning before a person is deactivated, the switch being off and not saved yet: the change sets that are yet to be
 * applied or taken back in their name, which then wait for an administrator.
 */
function DueSets({ id }: { id: string }) {
  const say = useTextOf('user');
  const { current, screens } = useApp();
  const { client, me, server } = current;
  const sets = screens['changeset'];
  const isLeaving = useRecord(
    ({ base, current: now }) => base['active'] !== false && now['active'] === false,
  );
  const isKnown = server.can.changeSets && sets !== undefined && mayRead(me, sets.contract.access);
  const { data } = useQuery({
    queryKey: ['changeset', 'due', id],
    queryFn: ({ signal }) =>
      client.list<ChangeSet>('changeset', { due_by_id: id, sort: 'name', pageSize: mostNamed }, signal),
    enabled: isLeaving && isKnown,
  });
  const left = data ? data.total - data.rows.length : 0;
  if (!isLeaving || !sets || !data || data.rows.length === 0) return null;
  return (
    <Banner kind="attention">
      {say('due.before', { count: data.total })}
      <ul className={styles.sets}>
        {data.rows.map((set) => (
          <li key={set.id}>
            <Link href={`${sets.path}/${set.id}`} className="link">
              {set.name}
            </Link>
          </li>
        ))}
        {left > 0 && <li className="muted">{say('due.more', { count: left })}</li>}
      </ul>
    </Banner>
  );
}

/** Select field for the role, with what it may do: a person is invited with a role that was chosen, never with a default. */
function PersonsRole({ isNew }: { isNew: boolean }) {
  const say = useTextOf('user');
  return (
    <RoleField
      span={6}
      helpOf={(builtIn, isOwn) => {
        const known = roles.find((name) => name === builtIn);
        const ownMay = say('may.own', { role: say(`role=${builtIn}`) });
        const may = isOwn ? ownMay : known ? say(`may=${known}`) : say('roleAsked');
        return isNew ? may : `${may} ${say('roleHelp')}`;
      }}
    />
  );
}

/** Page shown instead of the form of a user who was just created: the invitation goes by mail, or its link is shown. */
function Invited(props: { record: JsonObject; path: string; sendsMail: boolean }) {
  const { record, path, sendsMail } = props;
  const say = useTextOf('user');
  const id = textOf(record['id']);
  const name = textOf(record['name']);
  const own = useRecordLabel(ownRole, textOf(record['role_id']));
  const role = own?.name ?? say(`as=${textOf(record['role'])}`);
  const link = useOneTimeLink(id);
  const mail = useMailLink(id);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (sendsMail) mail.mutate();
    else link.mutate();
  });
  return (
    <>
      <PageHeader
        title={say('invited', { name, role })}
        crumbs={[{ label: say('title'), href: path }]}
        ruled
      />
      <NoticeBody
        actions={
          <>
            <Button kind="primary" href={`${path}/${id}`}>
              {say('link.done')}
            </Button>
            {mail.error && <Button onClick={() => mail.mutate()}>{say('link.again')}</Button>}
            {sendsMail && !link.data && (
              <Button busy={link.isPending} onClick={() => link.mutate()}>
                {say('mail.instead')}
              </Button>
            )}
            {!sendsMail && link.error && <Button onClick={() => link.mutate()}>{say('link.again')}</Button>}
          </>
        }
      >
        {link.isPending && <output>{say('link.making')}</output>}
        {!link.data && <MailedLink sending={mail} />}
        <OneTimeLink name={name} making={link} />
      </NoticeBody>
    </>
  );
}

/** Section that tells whether the person has joined, with a button for the link to join or to set another password. */
function SignInState({ id }: { id: string }) {
  const say = useTextOf('user');
  const format = useFormat();
  const form = useRecordContext();
  const base = useRecord((state) => state.base);
  const unsaved = useRecord((state) => state.changes.length > 0);
  const link = useOneTimeLink(id);
  const mail = useMailLink(id);
  const sendsMail = useSendsMail();
  const [opened, setOpened] = useState(false);
  const name = textOf(base['name']);
  const joined = textOf(base['accepted_at']);
  const last = textOf(base['last_sign_in_at']);
  const isActive = base['active'] !== false;
  const close = () => {
    setOpened(false);
    link.reset();
  };
  return (
    <>
      <p>
        {isActive
          ? joined === ''
            ? say('state.invited')
            : say('state.joined', { when: format.moment(joined) })
          : say('state.inactive')}{' '}
        {isActive && last !== '' && say('state.signedIn', { when: format.moment(last) })}
      </p>
      {isActive && !form.readOnly && (
        <p className={styles.links}>
          {sendsMail && (
            <Button disabled={unsaved} busy={mail.isPending} onClick={() => mail.mutate()}>
              {say(joined === '' ? 'mail.join' : 'mail.reset')}
            </Button>
          )}
          <Button
            disabled={unsaved}
            onClick={() => {
              setOpened(true);
              link.mutate();
            }}
          >
            {say(joined === '' ? 'link.join' : 'link.reset')}
          </Button>
          {unsaved && <span className="muted">{say('state.unsaved')}</span>}
        </p>
      )}
      {mail.data ? null : <UnsentMail id={id} />}
      <MailedLink sending={mail} />
      {isActive && base['has_second_factor'] === true && (
        <p>
          {say('state.second')} {!form.readOnly && <SecondFactorOff id={id} name={name} />}
        </p>
      )}
      {isActive && joined !== '' && (
        <>
          <p>
            <b>{say('sessions.title')}</b>
          </p>
          <SessionTable path={`user/${id}/session`} endAll="end" />
        </>
      )}
      <Modal
        opened={opened}
        onClose={close}
        title={say('link.title', { name })}
        width={720}
        dismissible={false}
        footer={
          <>
            <span className="grow" />
            <Button kind="primary" size="md" onClick={close}>
              {say('link.done')}
            </Button>
          </>
        }
      >
        {link.isPending && <output>{say('link.making')}</output>}
        <OneTimeLink name={name} making={link} />
      </Modal>
    </>
  );
}

/** Mutation that creates the one-time link of a membership. Each call invalidates the previous link. */
function useOneTimeLink(id: string) {
  const { client } = useApp().current;
  return useMutation({
    mutationKey: ['user', 'invitation'],
    // The link is removed from the cache as soon as it is no longer shown.
    gcTime: 0,
    mutationFn: async () => {
      const { text } = await client.post(`user/${encodeURIComponent(id)}/invitation`, '');
      return linkSchema.parse(JSON.parse(text));
    },
  });
}

/** Shows the new link with a copy button, or the error if it could not be created. */
function OneTimeLink({ name, making: link }: { name: string; making: ReturnType<typeof useOneTimeLink> }) {
  const say = useTextOf('user');
  const format = useFormat();
  const textOfError = useErrorText();
  const { data, error } = link;
  if (error) {
    return (
      <Banner kind="danger">
        {say('link.failed')}: {textOfError(error)}
      </Banner>
    );
  }
  if (!data) return null;
  return (
    <div className={styles.parts}>
      <Banner kind="attention">{say('link.once', { name })}</Banner>
      <Secret
        label={say('link.label')}
        value={`${location.origin}/invitation#${data.token}`}
        copy={say('link.copy')}
        copied={say('link.copied')}
      />
      <p className="muted">{say('link.until', { when: lowerFirst(format.moment(data.expires_at)) })}</p>
    </div>
  );
}
