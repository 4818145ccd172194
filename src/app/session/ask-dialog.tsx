import type { UseMutationResult } from '@tanstack/react-query';
import { useErrorText } from '../shell/error-text';
import { Banner } from '@/ui/display/banner';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { isGivenUp } from './given-up';

/** Asks before something is done that cannot be undone, does it, and says why it failed; not where somebody gave up the password for it. */
export function AskDialog(props: {
  opened?: boolean;
  onClose: () => void;
  title: string;
  /** What happens then. */
  text: string;
  /** Text of the button that leaves everything as it is. */
  cancel: string;
  /** Text of the button that does it, and while it is done. */
  label: string;
  doing: string;
  /** What is said before the reason of a failure. */
  failed: string;
  action: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'error'>;
  onDo: () => void;
}) {
  const { opened = true, onClose, title, text, cancel, label, doing, failed, action, onDo } = props;
  const textOfError = useErrorText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      footer={
        <DialogFoot
          cancel={cancel}
          onCancel={onClose}
          kind="danger"
          busy={action.isPending}
          busyLabel={doing}
          onDo={onDo}
        >
          {label}
        </DialogFoot>
      }
    >
      <p>{text}</p>
      {action.error && !isGivenUp(action.error) && (
        <Banner kind="danger">
          {failed} {textOfError(action.error)}
        </Banner>
      )}
    </Modal>
  );
}
