import type { ReactNode } from 'react';
import type { SayOf } from '../../i18n/i18n';
import { useLanguage } from '../../i18n/i18n';
import { download, fileName } from '../../export/download';
import { useFormat } from '../../i18n/use-format';
import { Button, ButtonGroup } from '@/ui/display/button';
import { Dot } from '@/ui/display/badge';
import { SideSection } from '@/ui/layout/split-view';
import { cx } from '@/ui/style/cx';
import type { ImportField } from '../understanding/import-field';
import { withZeros } from '../understanding/read-cell';
import type { Refusal } from '../understanding/understood';
import { MissingRecords } from './missing-records';
import { problemTexts } from './problem-texts';
import { RecordChoice } from './record-choice';
import type { Import } from './use-import';
import styles from './import.module.css';

/** How many refused lines the panel names; the others are in the file. */
const mostNamed = 40;

/** Beside the columns: what the file would do, what is offered, what is missing, and which lines are refused. */
export function ImportSide({ one, say }: { one: Import; say: SayOf }) {
  const { understood, work, scan } = one;
  const format = useFormat();
  if (!understood || !scan)
    return (
      <SideSection title={say('outcome')}>
        <output className="muted">
          {work.step === 'records' && say('readingRecords', { done: work.done, total: work.total })}
          {work.step === 'lines' && say('readingLines', { done: work.done, total: work.total })}
          {(work.step === 'ready' || work.step === 'idle') && '–'}
        </output>
      </SideSection>
    );
  const { counts, zeros, checkDigits, applyAt } = understood.outcome;
  return (
    <>
      <SideSection title={say('outcome')}>
        <ul className={styles.counts} aria-live="polite">
          {(['created', 'changed', 'unchanged', 'refused'] as const).map((name) => (
            <li key={name}>
              <span>
                {name === 'refused' && counts.refused > 0 && <Dot color="danger" />}
                {say(name)}
              </span>
              <b>{format.count(counts[name])}</b>
            </li>
          ))}
          <li className={styles.sum}>
            <span>{say('sum')}</span>
            <b>{format.count(scan.lines)}</b>
          </li>
        </ul>
        {applyAt !== null && (
          <p className={styles.meta}>
            {say('applyAt')} <b>{`${format.day(applyAt.slice(0, 10))} ${applyAt.slice(11)}`}</b>
          </p>
        )}
      </SideSection>
      <ForNew one={one} say={say} />
      {zeros.count > 0 && zeros.example !== null && (
        <Offered one={one} what="zero" take="takeZero" say={say}>
          {say('zeros', { count: zeros.count })}{' '}
          <span className="nowrap">
            <Zeros code={zeros.example} />.
          </span>
        </Offered>
      )}
      {checkDigits.count > 0 && checkDigits.example !== null && (
        <Offered one={one} what="checkDigit" take="takeCheckDigit" say={say}>
          {say('checkDigits', { count: checkDigits.count })}{' '}
          <span className="nowrap">{checkDigits.example}.</span>
        </Offered>
      )}
      {scan.short > 0 && (
        <Offered one={one} what="short" take="takeShort" say={say}>
          {say('short', { count: scan.short })}
        </Offered>
      )}
      <MissingRecords one={one} say={say} />
      {counts.refused > 0 && <RefusedLines one={one} say={say} />}
    </>
  );
}

/** What may be damage, and is taken only once a person has said so. */
function Offered(props: {
  one: Import;
  what: 'zero' | 'checkDigit' | 'short';
  take: string;
  children: ReactNode;
  say: SayOf;
}) {
  const { one, what, take, children, say } = props;
  const chosen = one.decisions[what];
  const choice = (value: 'take' | 'refuse', label: string) => (
    <Button
      size="xs"
      aria-pressed={chosen === value}
      className={cx(chosen === value && styles.sel)}
      onClick={() => one.decide({ ...one.decisions, [what]: value })}
    >
      {label}
    </Button>
  );
  return (
    <SideSection title={say('offered')}>
      <p className={styles.zero}>{children}</p>
      <ButtonGroup label={say('offered')}>
        {choice('take', say(take))}
        {choice('refuse', say('refuseZero'))}
      </ButtonGroup>
    </SideSection>
  );
}

/** A barcode with the zeros that it lacked, which stand out. */
function Zeros({ code }: { code: string }) {
  const whole = /^(?:\d{8}|\d{13})$/.test(code) ? code : withZeros(code);
  const digits = whole.replace(/^0+/, '');
  return (
    <>
      <b>{whole.slice(0, whole.length - digits.length)}</b>
      {digits}
    </>
  );
}

/** What every new record gets where the file does not say it: the department and the tax. */
function ForNew({ one, say }: { one: Import; say: SayOf }) {
  const { planned, understood } = one;
  const declaration = planned?.plan?.declaration;
  const needed = (declaration?.required ?? []).flatMap((key) => {
    const field = declaration?.fields.find((each) => each.key === key);
    return field?.references === undefined ? [] : [{ field, resource: field.references }];
  });
  const isNeeded =
    Object.keys(one.decisions.forNew ?? {}).length > 0 ||
    (understood?.refusals ?? []).some(({ problem }) => problem === 'needs');
  if (!isNeeded || needed.length === 0) return null;
  return (
    <SideSection title={say('forNew')}>
      <p className={styles.meta}>{say('forNewText')}</p>
      {needed.map(({ field, resource }) => (
        <ForNewField key={field.key} {...{ one, field, resource, say }} />
      ))}
    </SideSection>
  );
}

function ForNewField(props: { one: Import; field: ImportField; resource: string; say: SayOf }) {
  const { one, field, resource, say } = props;
  const { language } = useLanguage();
  return (
    <div className={styles.forNew}>
      <span>{field.label[language]}</span>
      <div>
        <RecordChoice
          {...{ one, resource, say }}
          value={one.decisions.forNew?.[field.key] ?? ''}
          label={say('forNewOf', { name: field.label[language] })}
          none={say('forNewNone')}
          decide={({ forNew = {}, ...decisions }, id) => {
            const { [field.key]: _, ...others } = forNew;
            return { ...decisions, forNew: id === '' ? others : { ...others, [field.key]: id } };
          }}
        />
      </div>
    </div>
  );
}

function RefusedLines({ one, say }: { one: Import; say: SayOf }) {
  const { understood, file } = one;
  const { language } = useLanguage();
  const refusals = understood?.refusals ?? [];
  const named = refusals.slice(0, mostNamed);
  const lines = named.reduce((sum, refusal) => sum + refusal.lines.length, 0);
  const more = (understood?.outcome.counts.refused ?? 0) - lines;
  const nameOf = (key: string) =>
    one.planned?.fields.find((field) => field.key === key)?.label[language] ?? key;
  const save = async () => {
    const problems = Object.fromEntries(
      Object.keys(problemTexts.en).map((key) => [key.slice('problem.'.length), say(key)]),
    );
    const fields = Object.fromEntries(
      (one.planned?.fields ?? []).map((field) => [field.key, nameOf(field.key)]),
    );
    const blob = await one.refusedFile({
      head: say('reason'),
      problems,
      fields,
      lines: say('linesWord'),
    });
    download(`${fileName((file?.name ?? '').replace(/\.[^.]+$/, ''), say('refused'))}.csv`, blob);
  };
  return (
    <SideSection
      title={say('refusedLines')}
      action={
        <button type="button" className={styles.link} onClick={() => void save()}>
          {say('asFile')}
        </button>
      }
    >
      <ul className={styles.bad}>
        {named.map((refusal) => (
          <li key={refusal.lines.join(' ')}>
            <span className={styles.lineName}>{lineText(refusal, say)}</span>
            <code>{refusal.text}</code>
            <p>
              {say(`problem.${refusal.problem}`)}
              {refusal.names && `: ${refusal.names.map(nameOf).join(', ')}`}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.meta}>{say('moreRefused', { count: more })}</p>}
    </SideSection>
  );
}

const lineText = ({ lines }: Refusal, say: SayOf): string =>
  say(lines.length === 1 ? 'line' : 'linesNamed', { n: lines.join(', ') });
