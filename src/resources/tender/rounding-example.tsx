import { useRecordValue } from '@/core/app/form/engine/record-context';
import { textOf } from '@/core/app/form/engine/number-text';
import { decimalOf } from '@/core/app/i18n/format';
import { useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { roundingModes } from './contract';
import { roundingExamples } from './rounding';

const unitPath: readonly string[] = ['data', 'rounding', 'unit'];
const modePath: readonly string[] = ['data', 'rounding', 'mode'];

/** Example of the rounding with two amounts; it updates while the form is edited. */
export function RoundingExample() {
  const say = useTextOf('tender');
  const format = useFormat();
  const unit = decimalOf(textOf(useRecordValue(unitPath)));
  const given = textOf(useRecordValue(modePath)) || 'half_up';
  const mode = roundingModes.find((one) => one === given);
  if (!unit || unit.lte('0.01')) return <p className="meta">{say('rounding.none')}</p>;
  if (!mode) return <p className="meta">{say('rounding.unknown')}</p>;
  const [first, second] = roundingExamples(unit, mode).map(({ from, to }) => ({
    from: format.money(from.toFixed()),
    to: format.money(to.toFixed()),
  }));
  return (
    <p className="meta">
      {say('rounding.example', {
        from: second?.from ?? '',
        to: second?.to ?? '',
        otherFrom: first?.from ?? '',
        otherTo: first?.to ?? '',
      })}
    </p>
  );
}
