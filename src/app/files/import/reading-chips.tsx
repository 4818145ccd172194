import { ChevronDown } from 'lucide-react';
import type { SayOf } from '../../i18n/i18n';
import { Button } from '@/ui/display/button';
import { Menu } from '@/ui/overlays/menu';
import { separators, type Separator } from '../reading/csv-rows';
import { dateOrders } from '../reading/dates';
import { encodings } from '../reading/encoding';
import { decimalSigns } from '@/ui/fields/number-readings';
import { cx } from '@/ui/style/cx';
import { choosable } from './record-choice';
import type { Import } from './use-import';
import styles from './import.module.css';

const separatorNames = Object.keys(separators).filter((name): name is Separator => name in separators);

/** How the file is read, as chips: found in the file, and changed by hand. */
export function ReadingChips({ one, say }: { one: Import; say: SayOf }) {
  const { scan, planned, decisions } = one;
  if (!scan || !planned) return null;
  const isCsv = scan.format === 'csv';
  const { from } = planned.plan?.declaration ?? {};
  const suppliers = choosable(one, 'supplier');
  const hasLines = one.planned?.fields.some(({ place }) => place === 'line') ?? from !== undefined;
  return (
    <section>
      <h2 className={styles.h}>{say('how')}</h2>
      <div className={styles.chips}>
        {isCsv && (
          <ChoiceChip
            label={say('separator')}
            values={separatorNames}
            value={scan.separator.value}
            text={(value) => say(`separator.${value}`)}
            onChoose={(separator) => one.choose({ separator, headerLine: undefined })}
            say={say}
          />
        )}
        <ChoiceChip
          label={say('sign')}
          values={decimalSigns}
          value={planned.sign.value}
          text={(value) => say(`sign.${value}`)}
          onChoose={(sign) => one.decide({ ...decisions, sign })}
          say={say}
        />
        {isCsv && (
          <ChoiceChip
            label={say('encoding')}
            values={encodings}
            value={scan.encoding.value}
            text={(value) => say(`encoding.${value}`)}
            onChoose={(encoding) => one.choose({ encoding })}
            say={say}
          />
        )}
        <ChoiceChip
          label={say('dates')}
          values={dateOrders}
          value={planned.dates.value}
          text={(value) => say(`dates.${value}`)}
          onChoose={(dates) => one.decide({ ...decisions, dates })}
          say={say}
        />
        {scan.heads.length > 1 && (
          <ChoiceChip
            label={say('headLine')}
            values={scan.heads.map(({ line }) => String(line))}
            value={String(scan.headerLine)}
            text={(value) => `${value}: ${scan.heads.find(({ line }) => String(line) === value)?.text ?? ''}`}
            shown={(value) => value}
            onChoose={(value) => one.choose({ headerLine: Number(value) })}
            say={say}
          />
        )}
        {scan.sheets.length > 1 && (
          <ChoiceChip
            label={say('sheet')}
            values={scan.sheets}
            value={scan.source?.format === 'xlsx' ? scan.source.sheet.name : null}
            text={(value) => value}
            onChoose={(sheet) => one.choose({ sheet, headerLine: undefined })}
            say={say}
          />
        )}
        {hasLines && suppliers.length > 0 && (
          <ChoiceChip
            label={say('from')}
            values={suppliers.map(({ id }) => id)}
            value={planned.from}
            text={(value) => suppliers.find(({ id }) => id === value)?.name ?? value}
            onChoose={(id) => one.decide({ ...decisions, from: id })}
            say={say}
          />
        )}
      </div>
      <p className={styles.meta}>
        {planned.undecided.length === 0 && say('found', { count: scan.lines, head: scan.headerLine })}{' '}
        {scan.misfits > 0 && say('misfits', { count: scan.misfits })}
      </p>
    </section>
  );
}

function ChoiceChip<T extends string>(props: {
  label: string;
  values: readonly T[];
  value: T | null;
  text: (value: T) => string;
  /** Shorter than `text`, on the chip itself. */
  shown?: (value: T) => string;
  onChoose: (value: T) => void;
  say: SayOf;
}) {
  const { label, values, value, text, shown = text, onChoose, say } = props;
  return (
    <Menu
      entries={values.map((each) => ({
        label: text(each),
        chosen: each === value,
        onClick: () => onChoose(each),
      }))}
    >
      <Button className={cx(styles.chip, value === null && styles.open)} iconEnd={ChevronDown}>
        <span>
          {label} <b>{value === null ? say('toChoose') : shown(value)}</b>
        </span>
      </Button>
    </Menu>
  );
}
