import { XlsxTextTooLong } from '@/record/xlsx-parts';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import type { Columns } from '../grid/columns/use-columns';
import type { ListState } from '../grid/list-state';
import { defineTexts, usePageText } from '../i18n/i18n';
import { useChangeOfMany } from '../changes/use-change-of-many';
import { mayCreate } from '../session/session';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import type { Screen } from '../shell/screen';
import { Button } from '@/ui/display/button';
import { Menu } from '@/ui/overlays/menu';
import { toast } from '@/ui/overlays/toast-store';
import { fileEntries, type FileFormat } from '../export/file-kinds';
import { useExport } from './out/use-export';
import styles from './list-files.module.css';

const texts = defineTexts({
  en: {
    import: 'Import',
    export: 'Export',
    list: 'This list, as it stands',
    everything: 'Everything of these records',
    failed: 'The file could not be written',
    tooLong:
      'Line {{line, number}}, {{column}}: {{length, number}} characters. A cell of XLSX holds 32,767; CSV holds them all.',
    done_one: '{{count, number}} record is in the file',
    done_other: '{{count, number}} records are in the file',
  },
  fi: {
    import: 'Tuo',
    export: 'Vie',
    list: 'Tämä luettelo sellaisenaan',
    everything: 'Näiden tietueiden kaikki kentät',
    failed: 'Tiedostoa ei voitu kirjoittaa',
    tooLong:
      'Rivi {{line, number}}, {{column}}: {{length, number}} merkkiä. XLSX-soluun mahtuu 32 767; CSV-tiedostoon kaikki.',
    done_one: '{{count, number}} tietue on tiedostossa',
    done_other: '{{count, number}} tietuetta on tiedostossa',
  },
});

/** In the head of a list: its records from a file, and into one. */
export function ListFiles(props: { screen: Screen; state: ListState; columns: Columns }) {
  const { screen, state, columns } = props;
  const say = usePageText('files/list', texts);
  const { current } = useApp();
  const { me } = current;
  // An import makes a change set of its file.
  const makesSets = useChangeOfMany() === 'set';
  const textOfError = useErrorText();
  const reason = (error: unknown): string =>
    error instanceof XlsxTextTooLong ? say('tooLong', { ...error.text }) : textOfError(error);
  const [isWriting, setIsWriting] = useState(false);
  const { everything, list } = useExport(screen, state.query, columns.visible);
  const write = (kind: typeof list, format: FileFormat) => {
    setIsWriting(true);
    kind(format)
      .then(
        (count) => toast.saved({ id: 'export', title: say('done', { count }) }),
        (error: unknown) => toast.failed({ id: 'export', title: say('failed'), detail: reason(error) }),
      )
      .finally(() => setIsWriting(false));
  };
  const formats = (kind: typeof list) => fileEntries((format) => write(kind, format));
  return (
    <>
      <span className={styles.wide}>
        <Menu
          position="bottom-end"
          entries={[
            { kind: 'heading', label: say('list') },
            ...formats(list),
            { kind: 'rule' },
            { kind: 'heading', label: say('everything') },
            ...formats(everything),
          ]}
        >
          <Button icon={Download} busy={isWriting}>
            {say('export')}
          </Button>
        </Menu>
      </span>
      {mayCreate(me, screen.contract.access) && makesSets && state.query.asOf === undefined && (
        <Button icon={Upload} href={`${screen.path}/import`}>
          {say('import')}
        </Button>
      )}
    </>
  );
}
