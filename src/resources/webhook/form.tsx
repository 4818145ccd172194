import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '@/app/form/engine/number-text';
import { useFieldProps } from '@/app/form/engine/use-record-field';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { isGivenUp } from '@/app/session/given-up';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import type { FormProps } from '@/app/shell/screen';
import type { JsonObject } from '@/record/json';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SkeletonLines } from '@/ui/display/empty-state';
import { TextField } from '@/ui/fields/text-field';
import { Fields } from '@/ui/layout/form-section';
import { Link } from '@/ui/layout/link';
import { NoticeBody } from '@/ui/layout/notice-page';
import { PageHeader } from '@/ui/layout/page';
import { SideSection } from '@/ui/layout/split-view';
import { webhook } from './contract';
import { KindsInput } from './kinds-input';
import { TestButton, TestResult, useTest } from './panel';
import { statesQuery } from './queries';
import { MadeSecret, useSecretMaking } from './secret-dialog';
import { StateMark, WaitingLine } from './state';
import styles from './panel.module.css';

const f = fieldsOf(webhook);

/** Form of a webhook. Of a new one the secret is made once it is saved, and shown this once. */
export function Form(props: FormProps) {
  const { id, screen } = props;
  const [made, setMade] = useState<JsonObject>();
  const making = useSecretMaking();
  if (made)
    return <Made id={textOf(made['id'])} name={textOf(made['name'])} path={screen.path} making={making} />;
  return (
    <RecordForm
      {...props}
      sections={['general', 'kinds']}
      side={id !== null && <Standing id={id} path={screen.path} />}
      onCreated={(record) => {
        setMade(record);
        making.mutate({ id: textOf(record['id']), hours: 0 });
      }}
    >
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <UrlInput />
          <f.TextArea name="data.note" span={12} />
        </Fields>
      </Section>
      <Section id="kinds">
        <KindsInput name="data.kinds" isRequired />
      </Section>
    </RecordForm>
  );
}

/** How the webhook is, and the way to its deliveries. */
function Standing({ id, path }: { id: string; path: string }) {
  const { client } = useApp().current;
  const say = useTextOf('webhook');
  const { data } = useQuery(statesQuery(client));
  const standing = data?.webhooks.find((one) => one.id === id);
  return (
    <SideSection title={say('column.state')}>
      <div className={styles.standing}>
        {standing && <StateMark state={standing.state} />}
        {standing && <WaitingLine standing={standing} />}
        <Link className="link" href={`${path}/${id}`}>
          {say('toDeliveries')}
        </Link>
      </div>
    </SideSection>
  );
}

/** Returns why nothing is sent to an address that the service has refused. */
function refusalOf(url: string): 'scheme' | 'password' | 'hash' | 'private' {
  if (!URL.canParse(url)) return 'scheme';
  const { protocol, username, password, hash } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'scheme';
  if (username !== '' || password !== '') return 'password';
  if (hash !== '') return 'hash';
  // An address within the service's own network may be without encryption.
  return protocol === 'http:' ? 'scheme' : 'private';
}

function UrlInput() {
  const say = useTextOf('webhook');
  const { value, set, clear, frame } = useFieldProps(
    { name: 'data.url', span: 12, isRequired: true, help: say('url.help') },
    textOf,
  );
  const text = textOf(value);
  const refused = { error: say(`url.refused.${refusalOf(text)}`) };
  const isRefused = 'error' in frame && frame.error === say('data.url!refused_address');
  return (
    <TextField
      {...frame}
      {...(isRefused && refused)}
      type="url"
      placeholder="https://"
      value={text}
      onChange={(typed) => (typed === '' ? clear() : set(typed))}
    />
  );
}

/** Page of a webhook that was just made: its secret, shown this once, and a test. */
function Made(props: { id: string; name: string; path: string; making: ReturnType<typeof useSecretMaking> }) {
  const { id, name, path, making } = props;
  const say = useTextOf('webhook');
  const textOfError = useErrorText();
  const testing = useTest(id);
  useDocumentTitle(`${name} · ${say('title')}`);
  const { data, error } = making;
  return (
    <>
      <PageHeader title={name} crumbs={[{ label: say('title'), href: path }]} ruled />
      <NoticeBody>
        <div className={styles.parts}>
          {data ? (
            <>
              <MadeSecret secret={data.secret} />
              <div className={styles.made}>
                <TestButton testing={testing} kind="primary" size="md" />
                <Button size="md" href={`${path}/${id}`}>
                  {say('secret.done')}
                </Button>
                <TestResult testing={testing} />
              </div>
            </>
          ) : error ? (
            <>
              <p>{say('made.text', { name })}</p>
              {!isGivenUp(error) && (
                <Banner kind="danger">
                  {say('secret.failed')} {textOfError(error)}
                </Banner>
              )}
              <div className={styles.made}>
                <Button kind="primary" size="md" onClick={() => making.mutate({ id, hours: 0 })}>
                  {say('secret.make')}
                </Button>
                <Button size="md" href={`${path}/${id}`}>
                  {say('toDeliveries')}
                </Button>
              </div>
            </>
          ) : (
            <SkeletonLines lines={3} />
          )}
        </div>
      </NoticeBody>
    </>
  );
}
