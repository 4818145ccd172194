import { fieldsOf } from '@/app/form/fields/fields-of';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { Fields } from '@/ui/layout/form-section';
import { company, lineTreatments, priceTaxes } from './contract';

const f = fieldsOf(company);
const locales = ['fi-FI', 'sv-FI', 'en-GB'];
const zones = ['Europe/Helsinki', 'Europe/Stockholm', 'Europe/Tallinn', 'UTC'];

/** Form sections for the name, the business id, and the region (currency, language, time zone) of a company. */
export function Details() {
  const say = useTextOf('company');
  return (
    <>
      <Section id="general">
        <Fields>
          <f.Text name="name" span={8} />
          <f.Text name="ident" span={4} />
        </Fields>
      </Section>
      <Section id="region">
        <Fields>
          <f.Currency name="data.currency" span={3} />
          <f.Select
            name="data.locale"
            span={5}
            options={locales}
            open
            clearable
            labelOf={(value) => say(`locale=${value}`)}
          />
          <f.Select name="data.timezone" span={4} options={zones} open clearable labelOf={(value) => value} />
          <f.Select
            name="data.price_tax"
            span={12}
            options={priceTaxes}
            clearable
            labelOf={(value) => say(`price_tax=${value}`)}
            help={say('price_tax.help')}
          />
        </Fields>
      </Section>
    </>
  );
}

/** Fields for how lines that are no turnover are taxed, by kind (docs/report.md#what-counts). */
export function LineKinds() {
  const say = useTextOf('company');
  const how = {
    options: lineTreatments,
    clearable: true,
    span: 3 as const,
    labelOf: (value: string) => say(`kind=${value}`),
  };
  return (
    <Section id="kinds">
      <Fields>
        <f.Select name="data.line_kinds.deposit" {...how} help={say('kinds.help')} />
        <f.Select name="data.line_kinds.gift_card" {...how} />
        <f.Select name="data.line_kinds.tip" {...how} />
        <f.Select name="data.line_kinds.service_charge" {...how} />
      </Fields>
    </Section>
  );
}

/** Fields for what files for bookkeeping say of the company (docs/books.md#settings). */
export function BookSettings() {
  const say = useTextOf('company');
  return (
    <Section id="books">
      <Fields>
        <f.Integer name="data.books.fiscal_month" span={4} help={say('books.month')} />
        <f.Text name="data.books.netvisor_voucher_type" span={4} />
        <f.Text name="data.books.procountor_dimension" span={4} />
        <f.Text
          name="data.books.datev_consultant"
          span={3}
          codes
          help={say('books.digits', { from: 4, to: 7 })}
        />
        <f.Text
          name="data.books.datev_client"
          span={3}
          codes
          help={say('books.digits', { from: 1, to: 5 })}
        />
        <f.Text
          name="data.books.datev_clearing"
          span={3}
          codes
          help={say('books.digits', { from: 1, to: 8 })}
        />
        <f.Integer name="data.books.datev_account_length" span={3} help={say('books.length')} />
      </Fields>
    </Section>
  );
}

/** The roles whose change sets may need an approval: those that may make any. */
const makers = ['manager', 'admin'];

/** Fields for which change sets somebody else approves (docs/design.md#change-sets). */
export function Approval() {
  const say = useTextOf('company');
  return (
    <Section id="approval">
      <Fields>
        <f.Integer name="data.approval.above" span={4} unit={say('approval.records')} />
        <f.Pills name="data.approval.roles" span={8} options={makers} />
      </Fields>
    </Section>
  );
}

/** Fields for how people come in: of whom a second factor is asked, and how long sessions last (docs/security.md#second-factor). */
export function SignIn() {
  const say = useTextOf('company');
  return (
    <>
      <Section id="second_factor">
        <Fields>
          <f.Pills name="data.second_factor.roles" span={8} options={[...makers, 'accountant']} />
          <f.Day name="data.second_factor.from" span={4} />
        </Fields>
      </Section>
      <Section id="session">
        <Fields>
          <f.Integer
            name="data.session.idle_minutes"
            span={4}
            unit={say('session.minutes')}
            help={say('session.idle')}
          />
          <f.Integer
            name="data.session.hours"
            span={4}
            unit={say('session.hours')}
            help={say('session.most')}
          />
        </Fields>
      </Section>
    </>
  );
}
