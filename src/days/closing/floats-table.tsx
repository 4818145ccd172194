import { usePageText } from '@/app/i18n/i18n';
import type { Format } from '@/app/i18n/formats';
import { CellDecimal, CellPlain, CellText } from '@/ui/tables/cell';
import { SheetTable } from '@/ui/tables/sheet-table';
import { dayTexts } from './day-texts';
import { differs, floatOf, type Float, type OpenForm } from './open-body';
import type { Opening } from './opening';

/** Table of the opening floats, with the last counted cash of each drawer. */
export function FloatsTable(props: {
  /** Formats in the location's currency. */
  format: Format;
  registers: readonly Opening[];
  floats: OpenForm['floats'];
  /** The text keys of errors, by register. */
  faults: Readonly<Record<string, string>>;
  onType: (pos_id: string, float: Float) => void;
}) {
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
