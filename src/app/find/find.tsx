import { usePageText, useText } from '../i18n/i18n';
import { FindDialog } from './find-dialog';
import { texts } from './texts';
import { useHits, type Command } from './use-hits';

/** Global search over records of every resource, screens and actions. `typed` is the text of its input. */
export function Find(props: {
  opened: boolean;
  typed: string;
  onType: (text: string) => void;
  commands: readonly Command[];
  onClose: () => void;
}) {
  const { opened, typed, onType, commands, onClose } = props;
  const label = useText()('find.label');
  const say = usePageText('find', texts);
  const groups = useHits(typed, opened, commands);
  const close = () => {
    onType('');
    onClose();
  };
  return (
    <FindDialog
      opened={opened}
      onClose={close}
      label={label}
      placeholder={say('placeholder')}
      text={typed}
      onChange={onType}
      groups={groups}
      emptyText={typed.trim() ? say('nothing', { q: typed.trim() }) : undefined}
      hints={{ choose: say('choose'), opens: say('opens') }}
      onPick={(hit) => {
        close();
        hit.onPick();
      }}
    />
  );
}
