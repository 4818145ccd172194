import { usePageText } from '@/app/i18n/i18n';
import type { Format } from '@/app/i18n/formats';
import { CellDecimal, CellPlain, CellText } from '@/ui/tables/cell';
import { SheetTable } from '@/ui/tables/sheet-table';
import { DecimalField } from '@/ui/fields/number-field';
import { TextField } from '@/ui/fields/text-field';
import { usePhone } from '@/ui/layout/use-phone';
import { cx } from '@/ui/style/cx';
import styles from './count.module.css';
import { dayTexts } from './day-texts';
import { differs, floatOf, type Float, type OpenForm } from './open-body';
import type { Opening } from './opening';

interface FloatsProps {
  /** Formats in the location's currency. */
  format: Format;
  registers: readonly Opening[];
  floats: OpenForm['floats'];
  /** The text keys of errors, by register. */
  faults: Readonly<Record<string, string>>;
  onType: (pos_id: string, float: Float) => void;
}

/** The opening floats, with the last counted cash of each drawer: a table, or on a phone a card for each register. */
export function Floats(props: FloatsProps) {
  return usePhone() ? <FloatCards {...props} /> : <FloatsTable {...props} />;
}

function FloatCards({ format, registers, floats, faults, onType }: FloatsProps) {
  const say = usePageText('businessday/day', dayTexts);
  return registers.map((register) => {
    const { pos_id, name, before } = register;
    const fault = faults[pos_id];
    return (
      <section key={pos_id} className={cx(styles.card, styles.float)} aria-label={name}>
        <header>
          <h3>{name}</h3>
        </header>
        <div className={styles.count}>
          <span className={styles.shouldBe}>
            {before
              ? `${say('open.before')} ${format.money(before.counted)}, ${format.day(before.date)}`
              : say('open.notCounted')}
          </span>
          <DecimalField
            size="key"
            label={say('opening')}
            unit={format.currency}
            placeholder={format.money('0')}
            value={floatOf(register, floats)}
            onChange={(amount) => onType(pos_id, { amount })}
            error={fault && say(fault)}
          />
          {differs(register, floats) && (
            <TextField
              label={say('open.note')}
              value={floats[pos_id]?.note ?? ''}
              onChange={(note) => onType(pos_id, { note })}
            />
          )}
        </div>
      </section>
    );
  });
}

function FloatsTable(props: FloatsProps) {
  const { format, registers, floats, faults, onType } = props;
  const say = usePageText('businessday/day', dayTexts);
  return (
    <SheetTable
      label={say('open.drawers')}
      rows={registers}
      rowKey={({ pos_id }) => pos_id}
      edit
      minWidth={560}
      columns={[
        {
          id: 'register',
          header: () => say('register'),
          cell: ({
            row: {
              original: { name },
            },
          }) => <CellPlain>{name}</CellPlain>,
        },
        {
          id: 'before',
          header: () => `${say('open.before')} ${format.currency}`,
          meta: { width: 150, align: 'right', inset: true },
          cell: ({
            row: {
              original: { before },
            },
          }) => <CellPlain right>{before ? format.money(before.counted) : say('open.notCounted')}</CellPlain>,
        },
        {
          id: 'on',
          header: () => say('open.countedOn'),
          meta: { width: 112 },
          cell: ({
            row: {
              original: { before },
            },
          }) => before && <span className="muted">{format.day(before.date)}</span>,
        },
        {
          id: 'float',
          header: () => `${say('opening')} ${format.currency}`,
          meta: { width: 130, align: 'right', inset: true },
          cell: ({ row: { original: register } }) => {
            const fault = faults[register.pos_id];
            return (
              <CellDecimal
                label={say('openingOf', { name: register.name })}
                value={floatOf(register, floats)}
                onChange={(amount) => onType(register.pos_id, { amount })}
                error={fault && say(fault)}
              />
            );
          },
        },
        {
          id: 'note',
          header: () => say('open.note'),
          meta: { width: 220 },
          cell: ({ row: { original: register } }) =>
            differs(register, floats) ? (
              <CellText
                label={say('open.noteOf', { name: register.name })}
                value={floats[register.pos_id]?.note ?? ''}
                onChange={(note) => onType(register.pos_id, { note })}
              />
            ) : null,
        },
      ]}
    />
  );
}
