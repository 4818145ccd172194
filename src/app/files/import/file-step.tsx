import { Download, FileSpreadsheet, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useLanguage, type SayOf } from '../../i18n/i18n';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { cx } from '@/ui/style/cx';
import type { ImportDeclaration, Referenced } from '../understanding/import-field';
import { saveTemplate } from './save-template';
import styles from './import.module.css';

/** The supplier's file that comes with the demo company, and the supplier by whom that company is known. */
const demoFile = { name: 'pohjolan-tukku-2026-04.csv', of: 'Pohjolan Tukku Oy' };

/** First step: a file is dropped or chosen. */
export function FileStep(props: {
  declaration: ImportDeclaration;
  suppliers: readonly Referenced[];
  onFile: (file: File) => void;
  say: SayOf;
}) {
  const { declaration, suppliers, onFile, say } = props;
  const { language } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const hasDemo = declaration.resource === 'plu' && suppliers.some(({ name }) => name === demoFile.of);
  const takeDemo = async () => {
    const answer = await fetch(`/samples/${demoFile.name}`);
    if (answer.ok) onFile(new File([await answer.arrayBuffer()], demoFile.name));
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a way of the mouse; the button does the same */}
      <div
        className={cx(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          const [file] = event.dataTransfer.files;
          if (file) onFile(file);
        }}
      >
        <Icon as={FileSpreadsheet} />
        <p className={styles.dropTitle}>{say('drop')}</p>
        <p className="muted">{say('dropText')}</p>
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          aria-label={say('choose')}
          accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onFile(file);
          }}
        />
        <Button kind="primary" size="md" icon={Upload} onClick={() => input.current?.click()}>
          {say('choose')}
        </Button>
      </div>
      <p className={styles.aside}>
        <Button size="md" icon={Download} onClick={() => void saveTemplate(declaration, language)}>
          {say('template')}
        </Button>
        <span className="muted">{say('templateText')}</span>
      </p>
      {hasDemo && (
        <p className={styles.aside}>
          <Button size="md" icon={FileSpreadsheet} onClick={() => void takeDemo()}>
            {say('demoFile')}
          </Button>
        </p>
      )}
    </>
  );
}
