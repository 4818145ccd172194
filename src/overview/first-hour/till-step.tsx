import { useState } from 'react';
import type { FirstHourSteps } from '@/contract/first-hour';
import type { Till } from '@/contract/tills';
import { usePageText } from '@/app/i18n/i18n';
import { isGivenUp } from '@/app/session/given-up';
import { useErrorText } from '@/app/shell/error-text';
import { PairingCode, useMaking, type ShownCode } from '@/resources/pos/till/pairing-code';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SelectField } from '@/ui/fields/choices/select-field';
import { firstHourTexts } from './texts';
import styles from './first-hour.module.css';

/** Pairs the first till: the register, then a code, then whether the till has come. */
export function TillStep(props: { registers: FirstHourSteps['registers']; onPaired: () => void }) {
  const { registers, onPaired } = props;
  const say = usePageText('overview/first-hour', firstHourTexts);
  const textOfError = useErrorText();
  const [chosen, choose] = useState(registers[0]?.id ?? '');
  const [code, setCode] = useState<ShownCode>();
  const [paired, setPaired] = useState<Till>();
  const making = useMaking(chosen, setCode);
  const register = registers.find(({ id }) => id === chosen) ?? registers[0];
  if (!register) return null;
  const make = () => making.mutate(0);
  return (
    <div className={styles.form}>
      {registers.length > 1 && !paired && (
        <SelectField
          label={say('till.register')}
          value={chosen}
          onChange={(id) => {
            choose(id);
            setCode(undefined);
          }}
          options={registers.map(({ id, name, location }) => ({ value: id, label: `${name}, ${location}` }))}
        />
      )}
      {making.error && !isGivenUp(making.error) && (
        <Banner kind="danger">
          {say('till.failed')} {textOfError(making.error)}
        </Banner>
      )}
      {code ? (
        <PairingCode
          {...{ register, code, paired }}
          onPaired={(till) => {
            setPaired(till);
            onPaired();
          }}
          another={
            <button type="button" className="link" disabled={making.isPending} onClick={make}>
              {say('till.another')}
            </button>
          }
        />
      ) : (
        <div>
          <Button kind="primary" busy={making.isPending} busyLabel={say('till.making')} onClick={make}>
            {say('till.make')}
          </Button>
        </div>
      )}
    </div>
  );
}
