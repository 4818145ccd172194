import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { NewItem } from '@/app/changes/change-sets';
import { useChangeSets, useMayCollect } from '@/app/changes/use-change-sets';
import { useIdempotencyKey } from '@/app/data/idempotency-key';
import { doubtCode } from '@/app/form/checks/record-checks';
import { textOf } from '@/app/form/engine/number-text';
import { useProblems, useRecord, useRecordContext } from '@/app/form/engine/record-context';
import { copyOf, newRecord, withoutOwn } from '@/app/form/engine/validate';
import { planBulk, type BulkField } from '@/app/grid/selection/bulk-plan';
import { isOwnedByParent } from '@/app/grid/selection/owned-by-parent';
import { localDayAndTime } from '@/app/i18n/clock';
import { defineTexts, usePageText, type SayOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { isObject, jsonText, parseRecord, type JsonObject } from '@/record/json';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { DateField } from '@/ui/fields/dates/date-field';
import { TextField } from '@/ui/fields/text-field';
import { Fields } from '@/ui/layout/form-section';
import { usePhone } from '@/ui/layout/use-phone';
import { Modal } from '@/ui/overlays/modal';
import { dpt } from '../dpt/contract';
import { plu } from '../plu/contract';
import { tax } from './contract';
import styles from './rate-from-date.module.css';

const texts = defineTexts({
  en: {
    how: 'A rate that changes on a day is a new tax: what has this one gets the new one on that day, by a change set.',
    byHand:
      'A rate that changes on a day is a new tax: copy this one, and give the copy to what has it on that day.',
    begin: 'New rate from a day…',
    title: 'New rate from a day',
    text: 'Makes a new tax of {{rate}}\u00A0%, and a draft of a change set that moves the products and departments from {{was}}\u00A0% to it when that day begins. You look at the draft and schedule it. Until then all stay at {{was}}\u00A0%.',
    name: 'Name of the new tax',
    nameNeeded: 'The new tax needs a name',
    day: 'From',
    dayNeeded: 'A day to come',
    cancel: 'Cancel',
    make: 'Make tax and draft',
    setName: '{{name}} from {{day}}',
  },
  fi: {
    how: 'Tiettynä päivänä muuttuva kanta on uusi vero: muutosjoukko siirtää sille sinä päivänä kaiken, millä on tämä vero.',
    byHand:
      'Tiettynä päivänä muuttuva kanta on uusi vero: kopioi tämä ja anna kopio sinä päivänä kaikelle, millä tämä on.',
    begin: 'Uusi kanta päivästä…',
    title: 'Uusi kanta päivästä',
    text: 'Tekee uuden veron, jonka kanta on {{rate}}\u00A0%, ja luonnoksen muutosjoukosta, joka siirtää tuotteet ja osastot kannasta {{was}}\u00A0% siihen päivän alkaessa. Katso luonnos ja ajasta se. Siihen asti kaikki pysyvät kannassa {{was}}\u00A0%.',
    name: 'Uuden veron nimi',
    nameNeeded: 'Uusi vero tarvitsee nimen',
    day: 'Alkaen',
    dayNeeded: 'Tuleva päivä',
    cancel: 'Peruuta',
    make: 'Tee vero ja luonnos',
    setName: '{{name}} alkaen {{day}}',
  },
});

/**
 * Says, while the form asks about an edited rate, how a rate changes on a day, with the button that does it where change sets may
 * be made.
 */
export function RateFromDate() {
  const say = usePageText('tax/rate-from-date', texts);
  const isAsked = useProblems().some(({ pointer, code }) => pointer === '/rate' && code === doubtCode);
  const mayCollect = useMayCollect([tax, plu, dpt]);
  const isPhone = usePhone();
  const [isOpen, setIsOpen] = useState(false);
  if (!isAsked) return null;
  const button = mayCollect && <Button onClick={() => setIsOpen(true)}>{say('begin')}</Button>;
  return (
    <>
      <Banner kind="note" action={!isPhone && button}>
        {say(mayCollect ? 'how' : 'byHand')}
        {isPhone && <p className={styles.button}>{button}</p>}
      </Banner>
      {isOpen && <RateDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RateDialog({ onClose }: { onClose: () => void }) {
  const say = usePageText('tax/rate-from-date', texts);
  const format = useFormat();
  const errorText = useErrorText();
  const zone = useApp().current.me?.company.timezone;
  const base = useRecord((state) => state.base);
  const rate = useRecord((state) => state.current['rate']);
  const [today] = useState(() => localDayAndTime(new Date().toISOString(), zone).day);
  const [name, setName] = useState(() => nameAt(textOf(base['name']), textOf(base['rate']), textOf(rate)));
  const [from, setFrom] = useState(() => nextMonth(today));
  const [isTried, setIsTried] = useState(false);
  const making = useMake(say);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(from) && from > today;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isDay && name.trim() !== '' && !making.isPending)
      making.mutate({ name: name.trim(), from, rate: textOf(rate) });
  };
  const rates = { rate: format.decimal(rate), was: format.decimal(base['rate']) };
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('title')}
      subtitle={say('text', rates)}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button kind="primary" size="md" type="submit" form="rate-from-date" busy={making.isPending}>
            {say('make')}
          </Button>
        </>
      }
    >
      <form id="rate-from-date" onSubmit={submit} noValidate>
        {making.error && <Banner kind="danger">{errorText(making.error)}</Banner>}
        <Fields>
          <TextField
            name="new_name"
            label={say('name')}
            value={name}
            onChange={setName}
            maxLength={400}
            error={isTried && name.trim() === '' ? say('nameNeeded') : undefined}
          />
          <DateField
            name="from"
            span={6}
            label={say('day')}
            value={from}
            onChange={setFrom}
            error={isTried && !isDay ? say('dayNeeded') : undefined}
          />
        </Fields>
      </form>
    </Modal>
  );
}

/**
 * Returns the mutation that makes the new tax as a duplicate with the new rate, and a previewed draft that moves to it what has
 * the tax of the form; then it opens the draft. What is a parent company's stays.
 */
function useMake(say: SayOf) {
  const { current, source } = useApp();
  const { client, me } = current;
  const form = useRecordContext();
  const sets = useChangeSets();
  const format = useFormat();
  const keyFor = useIdempotencyKey();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: ['tax', 'rate-from-date'],
    mutationFn: async ({ name, from, rate }: { name: string; from: string; rate: string }) => {
      const { base } = form.get();
      const body = jsonText(newTaxOf(base, { name, from, rate }));
      const made = parseRecord((await client.post('tax', body, { idempotencyKey: keyFor(body) })).text);
      const change = { kind: 'set' as const, field: taxField, value: made['id'] ?? null };
      const using = { q: '', sort: '', active: 'all', filters: { tax_id: [textOf(base['id'])] } } as const;
      const items: NewItem[] = [];
      for (const contract of [plu, dpt]) {
        // eslint-disable-next-line no-await-in-loop -- one list after the other: they may be long
        const rows = await source.all(contract, using, {});
        const plan = planBulk(contract.name, rows, change, ({ company_id }) =>
          isOwnedByParent(company_id, me?.company.id ?? null),
        );
        items.push(...plan.items);
      }
      const id = await sets.collect(
        {
          name: say('setName', { name, day: format.day(from) }),
          origin: 'grid',
          applyAt: `${from}T00:00`,
        },
        items,
      );
      // Its page says what became of its preview.
      await sets.move(id, 'preview').catch(() => undefined);
      return id;
    },
    onSuccess(id) {
      // The rate of this tax stays; what else was typed is asked about before the page is left, so that has to be known first.
      flushSync(() => form.set(['rate'], form.get().base['rate']));
      void navigate(`/changes/${id}`);
    },
  });
}

const taxField: BulkField = {
  key: 'tax_id',
  field: 'tax_id',
  as: 'reference',
  labelKey: 'tax_id',
  references: 'tax',
  isNumber: false,
};

/** Returns a duplicate of a tax with another rate, valid from a day. */
export function newTaxOf(
  base: JsonObject,
  { name, from, rate }: { readonly name: string; readonly from: string; readonly rate: string },
): JsonObject {
  const copy = withoutOwn(copyOf(tax, base), newRecord(tax), ['code', 'data.valid_until']);
  const data = isObject(copy['data']) ? copy['data'] : {};
  return { ...copy, name, rate, data: { ...data, valid_from: from } };
}

/** Returns a tax's name at another rate: the rate in it is replaced as it is written, or the new one is added. */
export function nameAt(name: string, was: string, rate: string): string {
  for (const sign of ['.', ',']) {
    const [before, after] = [was, rate].map((text) => text.replace('.', sign));
    const at = new RegExp(`(?<![\\d.,])${String(before).replace('.', String.raw`\.`)}(?![\\d]|[.,]\\d)`);
    if (before && at.test(name)) return name.replace(at, String(after));
  }
  return `${name} ${rate} %`.trim();
}

/** Returns the first day of the month after a day: when rates usually change. */
const nextMonth = (today: string): string =>
  new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 1)).toISOString().slice(0, 10);
