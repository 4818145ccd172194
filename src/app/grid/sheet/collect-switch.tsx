import { ListPlus } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { Switch } from '@/ui/fields/choices/choice';
import { usePageText } from '../../i18n/i18n';
import { useCollecting } from './collecting';
import styles from './sheet.module.css';
import { texts } from './texts';

/** The switch "Collect changes" in the toolbar of a list; with less room an icon stands for its words, or nothing. */
export function CollectSwitch({
  resource,
  room,
  onShown,
}: {
  resource: string;
  room: 'words' | 'icon' | 'none';
  onShown: (isShown: boolean) => void;
}) {
  const say = usePageText('grid/sheet', texts);
  const { isOn, set } = useCollecting(resource);
  useLayoutEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  const labels = { words: say('collect'), icon: <ListPlus size={16} aria-hidden />, none: null };
  return (
    <span
      className={styles.switch}
      title={room === 'words' ? say('collectWhy') : `${say('collect')}: ${say('collectWhy')}`}
    >
      <Switch checked={isOn} onChange={set} aria-label={say('collect')} label={labels[room]} />
    </span>
  );
}
