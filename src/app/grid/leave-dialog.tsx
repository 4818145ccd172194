import { Button } from '@/ui/display/button';
import { Modal } from '@/ui/overlays/modal';
import { defineTexts } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';

const texts = defineTexts({
  en: {
    title: 'Leave the list?',
    cells_one: 'One change is not saved. Leaving discards it.',
    cells_other: '{{count, number}} changes are not saved. Leaving discards them.',
    bulk: 'Records are still being changed. Leaving stops what has not begun; what is done stays done.',
    go: 'Leave',
    stay: 'Stay',
  },
  fi: {
    title: 'Poistutaanko luettelosta?',
    cells_one: 'Yksi muutos on tallentamatta. Se hylätään, jos poistut.',
    cells_other: '{{count, number}} muutosta on tallentamatta. Ne hylätään, jos poistut.',
    bulk: 'Tietueita muutetaan vielä. Poistuminen pysäyttää aloittamattomat; tehty pysyy tehtynä.',
    go: 'Poistu',
    stay: 'Jää',
  },
});

/** Asks before a list is left with unsaved changes or during a bulk action, which leaving stops. */
export function LeaveDialog(props: {
  /** How many changes are not saved. */
  count: number;
  isRunning: boolean;
  onStay: () => void;
  onLeave: () => void;
}) {
  const { count, isRunning, onStay, onLeave } = props;
  const say = useLazyTexts('leave-dialog', texts);
  return (
    <Modal
      opened
      onClose={onStay}
      title={say('title')}
      footer={
        <>
          <span className="grow" />
          <Button kind="danger" size="md" onClick={onLeave}>
            {say('go')}
          </Button>
          <Button kind="primary" size="md" onClick={onStay}>
            {say('stay')}
          </Button>
        </>
      }
    >
      {count > 0 && <p>{say('cells', { count })}</p>}
      {isRunning && <p>{say('bulk')}</p>}
    </Modal>
  );
}
