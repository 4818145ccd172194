import { useApp } from '@/app/shell/app-context';
import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { Fields } from '@/ui/layout/form-section';
import { useRecordValue } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { isArray, isNumber, type Json } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { weekdayNames } from '@/app/i18n/weekdays';
import { WeekChart } from '@/ui/charts/week-chart';
import { hoursOfWeek } from '@/record/week-hours';
import { checks } from './checks';
import { pricelist, priceListTypes } from './contract';
import { Prices } from './prices';

/** Chart of the week in which the price list is valid; it updates while the form is edited. */
function Week() {
  const say = useTextOf('pricelist');
  const names = weekdayNames(useFormat().locale);
  const days = hoursOfWeek({
    weekdays: daysIn(useRecordValue(['data', 'weekdays'])),
    time_from: textOf(useRecordValue(['data', 'time_from'])),
    time_until: textOf(useRecordValue(['data', 'time_until'])),
  });
  const words = days.flatMap((ranges, day) =>
    ranges.map(({ from, until }) => `${names[day]} ${clock(from)}–${clock(until)}`),
  );
  return <WeekChart label={`${say('week')}: ${words.join(', ')}`} names={names} days={days} />;
}

const daysIn = (value: Json | undefined): number[] =>
  isArray(value) ? value.filter(isNumber).map((day) => Number(day.value)) : [];

const two = (count: number): string => String(count).padStart(2, '0');
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

export { texts } from './texts';

const f = fieldsOf(pricelist);

/** Form of a price list. */
export function Form(props: FormProps) {
  const say = useTextOf('pricelist');
  const { me } = useApp().current;
  const currency = me?.company.currency;
  return (
    <RecordForm
      {...props}
      sections={['general', 'validity', 'prices']}
      checks={checks}
      // A new list is as the company's prices are.
      initialValues={{
        ...(currency && { currency }),
        data: { tax_included: me?.company.price_tax !== 'excluded' },
      }}
    >
      <Section id="general">
        <Fields>
          <f.Text name="name" span={5} />
          <f.Select name="type" span={3} options={priceListTypes} open />
          <f.Currency name="currency" span={2} />
          <f.Integer name="data.priority" span={2} />
          <f.Switch name="data.tax_included" span={12} help={say('tax_included.help')} />
        </Fields>
      </Section>
      <Section id="validity">
        <Fields>
          <f.Day name="data.valid_from" span={3} />
          <f.Day name="data.valid_until" span={3} />
          <f.Time name="data.time_from" span={3} />
          <f.Time name="data.time_until" span={3} />
          <f.Weekdays name="data.weekdays" span={12} />
        </Fields>
        <Week />
        <Fields>
          <f.References
            name="data.location_ids"
            span={12}
            references="location"
            addLabel={say('add.location')}
            noneLabel={say('all.location')}
          />
        </Fields>
      </Section>
      <Prices />
    </RecordForm>
  );
}
