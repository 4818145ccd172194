import { useState } from 'react';
import { RoleField } from '@/app/form/fields/role-field';
import { useApp } from '@/app/shell/app-context';
import { useFieldProps } from '@/app/form/engine/use-record-field';
import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { textOf } from '@/app/form/engine/number-text';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import type { JsonObject } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { DateField } from '@/ui/fields/dates/date-field';
import { Fields } from '@/ui/layout/form-section';
import { NoticeBody } from '@/ui/layout/notice-page';
import { PageHeader } from '@/ui/layout/page';
import { Secret } from '@/ui/fields/secret';
import { apikey } from './contract';
import { endOfDay } from './end-of-day';
import { KeyPage } from './key-page';
import { NetworksField } from './networks';

export { texts } from './texts';

const f = fieldsOf(apikey);

/** Form of a new API key, which shows the key once after it is created; for an existing key, its page, and the key that takes its place. */
export function Form(props: FormProps) {
  const say = useTextOf('apikey');
  const [made, setMade] = useState<{ record: JsonObject; note?: string }>();
  if (made) return <Made {...made} path={props.screen.path} />;
  if (props.id !== null)
    return (
      <KeyPage id={props.id} screen={props.screen} onRotated={(record, note) => setMade({ record, note })} />
    );
  return (
    <RecordForm {...props} sections={['general']} onCreated={(record) => setMade({ record })}>
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <RoleField
            span={6}
            helpOf={(builtIn, isOwn) =>
              isOwn ? say('may.own', { role: say(`role=${builtIn}`) }) : say('role.help')
            }
          />
          <ExpiresOn />
          <NetworksField />
        </Fields>
      </Section>
    </RecordForm>
  );
}

/** Date field for the last day on which the key is valid; the wire has the last moment of that day. */
function ExpiresOn() {
  const say = useTextOf('apikey');
  const format = useFormat();
  const { me } = useApp().current;
  const [day, setDay] = useState('');
  const spec = { name: 'expires_at', span: 4, label: say('expiresOn'), help: say('expires.help') };
  const { set, clear, frame } = useFieldProps(spec, (value) => (value ? format.moment(value) : ''), 'day');
  return (
    <DateField
      {...frame}
      value={day}
      onChange={(typed) => {
        setDay(typed);
        const moment = endOfDay(typed, me?.company.timezone ?? 'UTC');
        if (typed === '') clear();
        // Text that is no day is sent as it is, so that the service refuses it; left out, the key would never expire.
        else set(moment ?? typed);
      }}
    />
  );
}

function Made({ record, note, path }: { record: JsonObject; note?: string; path: string }) {
  const say = useTextOf('apikey');
  const isLost = record['secret_shown_once'] === true;
  return (
    <>
      <PageHeader
        title={say('made.title', { name: textOf(record['name']) })}
        crumbs={[{ label: say('title'), href: path }]}
        ruled
      />
      <NoticeBody
        actions={
          <Button kind="primary" href={path}>
            {say('made.done')}
          </Button>
        }
      >
        <Banner kind="attention">{say(isLost ? 'made.lost' : 'made.once')}</Banner>
        {!isLost && (
          <Secret
            label={say('made.label')}
            value={textOf(record['key'])}
            copy={say('made.copy')}
            copied={say('made.copied')}
          />
        )}
        {note && <p className="muted">{note}</p>}
      </NoticeBody>
    </>
  );
}
