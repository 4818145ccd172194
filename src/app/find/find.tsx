import { usePageText, useText } from '../i18n/i18n';
import { FindDialog } from './find-dialog';
import { texts } from './texts';
import { useHits, type Command } from './use-hits';
import type { Place } from '../shell/navigation';
import type { MenuEntry } from '@/ui/overlays/menu';

/**
 * Global search over records of every resource, screens and actions. `typed` is the text of its input; it ends with a
 * line break while Enter waits for the answer.
 */
export function Find(props: {
  opened: boolean;
  typed: string;
  onType: (text: string) => void;
  /** The pages that the user can go to. */
  places: readonly Place[];
  /** The entries of the user's menu, which the search offers, too. */
  menu: readonly MenuEntry[];
  onClose: () => void;
}) {
  const { opened, typed, onType, places, menu, onClose } = props;
  const label = useText()('find.label');
  const say = usePageText('find', texts);
  const { groups, isAnswered } = useHits(typed, opened, places, menu.flatMap(asCommand));
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
      isAnswered={isAnswered}
      emptyText={typed.trim() ? say('nothing', { q: typed.trim() }) : undefined}
      hints={{ choose: say('choose'), opens: say('opens') }}
      onPick={(hit) => {
        close();
        hit.onPick();
      }}
    />
  );
}

/** Offers a menu entry as a command. */
function asCommand(entry: MenuEntry): Command[] {
  if (!('onClick' in entry) || !entry.onClick || entry.disabled || entry.chosen) return [];
  return [{ label: entry.label, icon: entry.icon, onClick: entry.onClick }];
}
