import { Download } from 'lucide-react';
import { Button, IconButton } from '@/ui/display/button';
import { usePhone } from '@/ui/layout/use-phone';
import { Menu } from '@/ui/overlays/menu';
import { fileEntries, type FileFormat } from './file-kinds';

/** Button whose menu has the files that a table is written as; on a phone an icon. */
export function FileMenu(props: { label: string; busy: boolean; onWrite: (format: FileFormat) => void }) {
  const { label, busy, onWrite } = props;
  const isPhone = usePhone();
  return (
    <Menu position="bottom-end" entries={fileEntries(onWrite)}>
      {isPhone ? (
        <IconButton kind="default" icon={Download} label={label} />
      ) : (
        <Button icon={Download} busy={busy}>
          {label}
        </Button>
      )}
    </Menu>
  );
}
