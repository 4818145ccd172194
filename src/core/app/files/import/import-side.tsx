import type { SayOf } from '../../i18n/i18n';
import { useLanguage } from '../../i18n/i18n';
import { download, fileName } from '../../export/download';
import { useFormat } from '../../i18n/use-format';
import { Button, ButtonGroup } from '../../../ui/display/button';
import { Dot } from '../../../ui/display/badge';
import { SideSection } from '../../../ui/layout/split-view';
import { cx } from '../../../ui/style/cx';
import type { Refusal } from '../understanding/understand';
import { MissingRecords } from './missing-records';
import { problemsEn } from './problem-texts';
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
  const { counts, zeros, applyAt } = understood.outcome;
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
      {zeros.count > 0 && zeros.example !== null && (
        <Offered one={one} count={zeros.count} example={zeros.example} say={say} />
      )}
      <MissingRecords one={one} say={say} />
      {counts.refused > 0 && <RefusedLines one={one} say={say} />}
    </>
  );
}

function Offered(props: { one: Import; count: number; example: string; say: SayOf }) {
  const { one, count, example, say } = props;
  const { zero } = one.decisions;
  const choice = (value: 'take' | 'refuse', label: string) => (
    <Button
      size="xs"
      aria-pressed={zero === value}
      className={cx(zero === value && styles.sel)}
      onClick={() => one.decide({ ...one.decisions, zero: value })}
    >
      {label}
    </Button>
  );
  return (
    <SideSection title={say('offered')}>
      <p className={styles.zero}>
        {say('zeros', { count })}{' '}
        <span className="nowrap">
          <b>0</b>
          {example.replace(/^0(?=\d{12}$)/, '')}.
        </span>
      </p>
      <ButtonGroup label={say('offered')}>
        {choice('take', say('takeZero'))}
        {choice('refuse', say('refuseZero'))}
      </ButtonGroup>
    </SideSection>
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
      Object.keys(problemsEn).map((key) => [key.slice('problem.'.length), say(key)]),
    );
    const blob = await one.refusedFile({ head: say('reason'), problems, lines: say('linesWord') });
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
