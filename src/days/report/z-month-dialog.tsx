import { useMutation, useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SelectField } from '@/ui/fields/choices/select-field';
import { controlled } from '@/ui/fields/field';
import { Fields } from '@/ui/layout/form-section';
import { Modal } from '@/ui/overlays/modal';
import { openPlaces } from '../closing/opening';
import { reportTexts } from './report-texts';
import { monthPdf, savePdf } from './z-pdf';

/** How many months back can be chosen: the years that books are kept for have their files in the archive. */
const mostMonths = 36;

/** Dialog that saves the Z reports of a month of a location as one PDF. */
export function ZMonthDialog(props: {
  location_id: string;
  month: string;
  today: string;
  onClose: () => void;
}) {
  const { location_id, month, today, onClose } = props;
  const say = usePageText('businessday/report', reportTexts);
  const errorText = useErrorText();
  const { source, current } = useApp();
  const format = useFormat();
  const places = useQuery(openPlaces(source, current.me?.locations));
  const locations = (places.data ?? []).map((row) => ({
    value: row.id,
    label: typeof row['name'] === 'string' ? row['name'] : row.id,
  }));
  const only = locations.length === 1 ? (locations[0]?.value ?? '') : '';
  const { control, handleSubmit } = useForm({ defaultValues: { location_id, month } });
  const save = useMutation({
    mutationKey: ['businessday', 'z.pdf'],
    mutationFn: async (chosen: { location_id: string; month: string }) => {
      const id = chosen.location_id || only;
      const name = locations.find(({ value }) => value === id)?.label ?? '';
      await savePdf(current.client, monthPdf({ id, name }, chosen.month, format.locale.slice(0, 2), say));
    },
    onSuccess: onClose,
  });
  const name = new Intl.DateTimeFormat(format.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const options = monthsBefore(today, month).map((value) => ({ value, label: name.format(new Date(value)) }));
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('z.month.title')}
      subtitle={say('z.month.text')}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            kind="primary"
            busy={save.isPending}
            onClick={() => void handleSubmit((values) => save.mutate(values))()}
          >
            {say('z.month.save')}
          </Button>
        </>
      }
    >
      {save.error && <Banner kind="danger">{errorText(save.error)}</Banner>}
      <Fields>
        <Controller
          control={control}
          name="location_id"
          rules={{ validate: (value) => (value || only) !== '' || say('z.month.choose') }}
          render={(field) => (
            <SelectField
              {...controlled(field)}
              value={field.field.value || only}
              span={12}
              label={say('location')}
              options={locations}
              searchable
              required
            />
          )}
        />
        <Controller
          control={control}
          name="month"
          render={(field) => (
            <SelectField
              {...controlled(field)}
              span={12}
              label={say('z.month.month')}
              options={options}
              searchable
              required
            />
          )}
        />
      </Fields>
    </Modal>
  );
}

/** Returns months `YYYY-MM`, newest first, up to that of `today`; with `month` even if it is no longer among them. */
function monthsBefore(today: string, month: string): string[] {
  const [year = 0, number = 1] = today.split('-').map(Number);
  const months = Array.from({ length: mostMonths }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7),
  );
  return months.includes(month) ? months : [month, ...months].toSorted().toReversed();
}
