import { fieldsOf } from '@/app/form/fields/fields-of';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import type { FormProps } from '@/app/shell/screen';
import { Fields } from '@/ui/layout/form-section';
import { externalIdClaims, identityprovider, newPeople } from './contract';
import { Addresses, ClientSecret, Domains, Identities, LacksPublicUrl, NobodyYet } from './parts';
import { Provisioning, SentPeople } from './people';

export { texts } from './texts';

const f = fieldsOf(identityprovider);

/** Form of a provider of single sign-on, with its secret and whom it named. */
export function Form(props: FormProps) {
  const say = useTextOf('identityprovider');
  const { id } = props;
  return (
    <RecordForm
      {...props}
      sections={
        id === null ? ['general', 'people', 'only'] : ['general', 'secret', 'people', 'only', 'sent', 'named']
      }
    >
      <Section id="general">
        <LacksPublicUrl />
        <Fields>
          <f.Text name="name" span={12} help={say('name.help')} />
          <f.Text name="data.issuer" span={12} help={say('issuer.help')} />
          <f.Text name="data.client_id" span={12} />
        </Fields>
        {id === null && <p className="muted">{say('saveFirst')}</p>}
      </Section>
      {id !== null && (
        <Section id="secret">
          <Addresses id={id} />
          <ClientSecret id={id} />
        </Section>
      )}
      <Section id="people">
        <Fields>
          <f.Lines name="data.domains" rows={2} help={say('domains.help')} />
        </Fields>
        {id !== null && <Domains id={id} />}
        <Fields>
          <f.Select
            name="data.new_people"
            span={6}
            options={newPeople}
            placeholder={say('data.new_people=refused')}
            help={say('new.help')}
          />
          <f.Text name="data.role_claim" span={6} help={say('claim.help')} />
          <f.Text name="data.location_claim" span={6} help={say('location_claim.help')} />
          <f.Lines name="data.roles.admin" rows={2} />
          <f.Lines name="data.roles.manager" rows={2} />
          <f.Lines name="data.roles.accountant" rows={2} />
        </Fields>
      </Section>
      <Section id="only">
        {id !== null && <NobodyYet id={id} />}
        <Fields>
          <f.Switch name="data.only" span={12} help={say('only.help')} />
          <f.References
            name="data.break_glass"
            span={12}
            references="user"
            addLabel={say('glass.add')}
            noneLabel={say('glass.none')}
          />
        </Fields>
      </Section>
      {id !== null && (
        <Section id="sent">
          <Provisioning id={id} />
          <Fields>
            <f.Select name="data.external_id_claim" span={6} options={externalIdClaims} />
          </Fields>
          <SentPeople id={id} />
        </Section>
      )}
      {id !== null && (
        <Section id="named">
          <Identities id={id} />
        </Section>
      )}
    </RecordForm>
  );
}
