import { ArrowRight, Download } from 'lucide-react';
import { useLanguage, type SayOf } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { useErrorText } from '../../shell/error-text';
import { Button } from '@/ui/display/button';
import { Dot } from '@/ui/display/badge';
import type { ImportDeclaration } from '../understanding/import-field';
import type { Collecting } from './use-collecting';
import { saveTemplate } from './save-template';
import type { Import } from './use-import';
import styles from './import.module.css';

/** Foot of the import: what is refused, the way back, and the one action. */
export function ImportFoot(props: {
  one: Import;
  declaration: ImportDeclaration;
  collecting: Collecting;
  say: SayOf;
}) {
  const { one, declaration, collecting, say } = props;
  const { language } = useLanguage();
  const format = useFormat();
  const textOfError = useErrorText();
  const { understood, scan } = one;
  const { counts } = understood?.outcome ?? {};
  const changes = counts ? counts.created + counts.changed : 0;
  const { progress, error } = collecting;
  return (
    <section className={styles.foot} aria-label={say('title')} data-takes-tabs>
      <output className={styles.footText}>
        {progress ? (
          say('collecting', { done: progress.done, total: progress.total })
        ) : error ? (
          <>
            <Dot color="danger" /> {say('notCollected')}. {textOfError(error)}
          </>
        ) : counts && counts.refused > 0 ? (
          <>
            <Dot color="danger" /> <b>{format.count(counts.refused)}</b>{' '}
            {say('footRefused', { count: counts.refused })}
            <span className={styles.footNote}>
              {say('others', { count: (scan?.lines ?? 0) - counts.refused })}
            </span>
          </>
        ) : (
          <span className={styles.footNote}>{say('nothingRefused')}</span>
        )}
      </output>
      <span className="grow" />
      <Button kind="quiet" disabled={progress !== null} onClick={() => one.open(null)}>
        {say('back')}
      </Button>
      <Button
        icon={Download}
        className={styles.templateButton}
        onClick={() => void saveTemplate(declaration, language)}
      >
        {say('template')}
      </Button>
      <Button
        kind="primary"
        iconEnd={ArrowRight}
        disabled={changes === 0}
        busy={progress !== null}
        onClick={collecting.start}
      >
        {changes === 0 && understood ? say('nothing') : say('preview', { count: changes })}
      </Button>
    </section>
  );
}
