import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { controlled } from '@/ui/fields/field';
import { LeaveGuard } from '@/app/form/save/leave-guard';
import { texts as formTexts } from '@/app/form/texts';
import { usePageText, useTextOf } from '@/app/i18n/i18n';
import { useIdempotencyKey } from '@/app/data/idempotency-key';
import { isObject, parseRecord } from '@/record/json';
import type { Screen } from '@/app/shell/screen';
import type { Row } from '@/app/data/row';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { SkeletonLines } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { DateField } from '@/ui/fields/dates/date-field';
import { Fields, FormSection } from '@/ui/layout/form-section';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { PageHeader } from '@/ui/layout/page';
import { SelectField } from '@/ui/fields/choices/select-field';
import { RequestError } from '@/app/data/request-error';
import type { FieldProblem } from '@/contract/problem';
import { Link } from '@/ui/layout/link';
import { businessday } from '@/resources/businessday/contract';
import { dayTexts } from './day-texts';
import { Floats } from './floats';
import { bodyOf, faultsOf, type OpenForm } from './open-body';
import { beforeOpening, openPlaces, type BeforeOpening } from './opening';
import { proposedDate } from './proposed-date';
import styles from '../report/report.module.css';

/** Whether the service refused a second day of the same location and date, which the user can confirm. */
const isSecondDay = (error: Error | null): boolean =>
  error instanceof RequestError && error.problem?.code === 'business_day_exists';

/** Returns the field problems of an error of the service. */
const problemsOf = (error: Error | null): readonly FieldProblem[] =>
  error instanceof RequestError ? (error.problem?.errors ?? []) : [];

/** Returns the form field of a problem's pointer; undefined for problems that are shown above the form. */
const fieldAt = (pointer: string): 'location_id' | 'date' | undefined =>
  pointer === '/location_id' ? 'location_id' : pointer === '/date' ? 'date' : undefined;

/** Returns the problems that no field shows, as text; null if there are none. */
function unplacedProblems(error: Error | null): string | null {
  const errors = problemsOf(error);
  const others = errors.filter(({ pointer }) => fieldAt(pointer) === undefined);
  if (errors.length > 0 && others.length === 0) return null;
  return others.map(({ pointer, detail }) => `${pointer}: ${detail}.`).join(' ');
}

/** Returns the currency of a location; undefined if it uses the company's. */
function currencyOf(place: Row | undefined): unknown {
  const data: unknown = place?.data;
  return isObject(data) ? data['currency'] : undefined;
}

/**
 * Page that opens a business day: location, date, and the opening float of each drawer (docs/design.md#7-resources-and-fields).
 */
export function Page({ screen }: { screen: Screen }) {
  const say = usePageText('businessday/day', dayTexts);
  // Loads the texts of `LeaveGuard`.
  usePageText('form', formTexts);
  const sayOf = useTextOf('businessday');
  const format = useFormat();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { source, current } = useApp();
  const { client, me } = current;
  const keyFor = useIdempotencyKey();
  // The idempotency key of the first attempt: sending the same again opens only one day.
  const tried = useRef<string | null>(null);
  const [started] = useState<OpenForm>(() => ({
    location_id: params.get('location_id') ?? '',
    date: proposedDate(new Date(), undefined, me?.company.timezone),
    floats: {},
  }));
  const { control, formState, handleSubmit, setError, setValue } = useForm<OpenForm>({
    defaultValues: started,
  });
  const form = useWatch({ control, compute: (values: OpenForm) => values });
  const opened = useRef(false);
  const places = useQuery(openPlaces(source, me?.locations));
  const before = useQuery({
    ...beforeOpening(source, form.location_id),
    enabled: form.location_id !== '',
  });
  const registers = before.data?.registers ?? [];
  const money = useFormat().of(currencyOf(places.data?.find(({ id }) => id === form.location_id)));
  const faultsIn = (values: OpenForm) => faultsOf(values, registers, money.scale);
  const sayFault = (key: string | undefined) => key === undefined || say(key);
  useDocumentTitle(say('open.title'));

  const open = useMutation({
    mutationKey: ['businessday', 'open'],
    mutationFn: async ({ values, second }: { values: OpenForm; second: boolean }) => {
      const who = me?.user?.name ?? me?.key?.name ?? '';
      tried.current ??= new Date().toISOString();
      const body = bodyOf(values, registers, { who, at: tried.current, second });
      const answer = await client.post(businessday.name, body, { idempotencyKey: keyFor(body) });
      return parseRecord(answer.text)['id'];
    },
    onSuccess(id) {
      opened.current = true;
      void navigate(typeof id === 'string' ? `${screen.path}/${id}` : screen.path, { replace: true });
    },
    onError(error) {
      if (isSecondDay(error)) return;
      for (const { pointer, detail } of problemsOf(error)) {
        const name = fieldAt(pointer);
        if (name) setError(name, { type: 'refused', message: detail });
      }
    },
  });
  const confirm = handleSubmit((values) => {
    if (before.data) open.mutate({ values, second: false });
  });
  // A dialog asks about it: it is not an error of a field.
  const exists = isSecondDay(open.error);
  const unplaced = unplacedProblems(open.error);
  /** Discards the result of the last attempt, since the form now describes another day. */
  const changing =
    <Value,>(change: (value: Value) => void) =>
    (value: Value) => {
      open.reset();
      tried.current = null;
      change(value);
    };
  // Until the user changes it, the date is the proposed one of the chosen location.
  const choosePlace = (id: string) => {
    const placeOf = (wanted: string) => places.data?.find((row) => row.id === wanted);
    const dateOf = (wanted: string) => proposedDate(new Date(), placeOf(wanted), me?.company.timezone);
    if (form.date === dateOf(form.location_id)) setValue('date', dateOf(id));
  };
  const options = (places.data ?? []).map((row) => ({
    value: row.id,
    label: typeof row['name'] === 'string' ? row['name'] : row.id,
  }));
  return (
    <>
      <PageHeader
        title={say('open.title')}
        crumbs={[{ label: sayOf('title'), href: screen.path }]}
        ruled
        actions={
          <>
            <Button size="md" href={screen.path}>
              {say('cancel')}
            </Button>
            <Button size="md" kind="primary" busy={open.isPending} onClick={() => void confirm()}>
              {say('open.confirm')}
            </Button>
          </>
        }
      />
      <div className={styles.scroll}>
        {open.error && !exists && unplaced !== null && (
          <Banner kind="danger">{[errorText(open.error), unplaced].filter(Boolean).join(' ')}</Banner>
        )}
        <FormSection id="day" title={say('open.day')}>
          <Fields>
            <Controller
              control={control}
              name="location_id"
              rules={{ validate: (_, values) => sayFault(faultsIn(values).location_id) }}
              render={(field) => (
                <SelectField
                  {...controlled(field)}
                  span={5}
                  label={say('open.location')}
                  options={options}
                  searchable
                  required
                  onChange={changing((id: string) => {
                    choosePlace(id);
                    field.field.onChange(id);
                  })}
                />
              )}
            />
            <Controller
              control={control}
              name="date"
              rules={{ validate: (_, values) => sayFault(faultsIn(values).date) }}
              render={(field) => (
                <DateField
                  {...controlled(field)}
                  span={3}
                  label={say('open.date')}
                  required
                  onChange={changing(field.field.onChange)}
                />
              )}
            />
          </Fields>
          {before.data && <OpeningWarnings before={before.data} date={form.date} screen={screen} />}
        </FormSection>
        <FormSection id="drawers" title={say('open.drawers')} text={say('open.drawersText')}>
          {form.location_id === '' ? (
            <p className="meta">{say('open.chooseFirst')}</p>
          ) : before.error ? (
            <Banner kind="danger">{`${say('open.notRead')} ${errorText(before.error)}`}</Banner>
          ) : !before.data ? (
            <SkeletonLines lines={3} />
          ) : registers.length === 0 ? (
            <p className="meta">{say('open.noRegisters')}</p>
          ) : (
            <Controller
              control={control}
              name="floats"
              rules={{ validate: (_, values) => Object.keys(faultsIn(values).floats).length === 0 }}
              render={({ field: { value, onChange } }) => (
                <Floats
                  format={money}
                  registers={registers}
                  floats={value}
                  faults={formState.isSubmitted ? faultsIn(form).floats : {}}
                  onType={(pos_id, float) =>
                    changing(onChange)({ ...value, [pos_id]: { ...value[pos_id], ...float } })
                  }
                />
              )}
            />
          )}
        </FormSection>
      </div>
      {exists && (
        <Modal
          opened
          asksForInput
          onClose={() => open.reset()}
          title={say('open.secondTitle')}
          footer={
            <DialogFoot
              cancel={say('cancel')}
              onCancel={() => open.reset()}
              onDo={() => open.mutate({ values: form, second: true })}
            >
              {say('open.second')}
            </DialogFoot>
          }
        >
          <p>
            {say('open.secondText', {
              location: options.find(({ value }) => value === form.location_id)?.label ?? '',
              date: format.day(form.date),
            })}
          </p>
        </Modal>
      )}
      <LeaveGuard count={changedIn(form, started)} mayLeave={() => opened.current} />
    </>
  );
}

function changedIn(form: OpenForm, started: OpenForm): number {
  const fields = (['location_id', 'date'] as const).filter((name) => form[name] !== started[name]);
  return fields.length + Object.keys(form.floats).length;
}

/**
 * Warnings about days that a new one may overlap. If the service refuses a second day, the page asks for confirmation.
 */
function OpeningWarnings({ before, date, screen }: { before: BeforeOpening; date: string; screen: Screen }) {
  const say = usePageText('businessday/day', dayTexts);
  const format = useFormat();
  const found = before.days.filter((day) => day.date === date || day.status === 'open').slice(0, 3);
  return found.map((day) => (
    <Banner
      key={day.id}
      kind="attention"
      action={
        <Link className="link" href={`${screen.path}/${day.id}`}>
          {say('open.look')}
        </Link>
      }
    >
      {say(day.date === date ? 'open.same' : 'open.still', { date: format.day(day.date) })}
    </Banner>
  ));
}
