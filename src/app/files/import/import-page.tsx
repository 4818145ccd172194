import { Check, FileSpreadsheet } from 'lucide-react';
import { useMemo } from 'react';
import { useTextOf, usePageText, useLanguage, type SayOf } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { useDocumentTitle } from '../../shell/document-title';
import { useApp } from '../../shell/app-context';
import { useErrorText } from '../../shell/error-text';
import type { Screen } from '../../shell/screen';
import { Banner } from '@/ui/display/banner';
import { Icon } from '@/ui/display/icon';
import { SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { SplitView } from '@/ui/layout/split-view';
import { cx } from '@/ui/style/cx';
import { UnreadableFile } from '../reading/zip';
import { givenFields } from '../understanding/import-field';
import type { ImportDeclaration } from '../understanding/import-field';
import { ColumnsTable } from './columns-table';
import { FileStep } from './file-step';
import { ImportFoot } from './import-foot';
import { ImportSide } from './import-side';
import { importTexts } from './import-texts';
import { ReadingChips } from './reading-chips';
import { useCollecting } from './use-collecting';
import { RecordChoice } from './record-choice';
import { useImport, type Import } from './use-import';
import { Button, ButtonGroup } from '@/ui/display/button';
import styles from './import.module.css';

/** The page that takes a file of a resource's records and makes a change set of what it says. */
export function ImportPage(props: { screen: Screen; declaration: ImportDeclaration }) {
  const { screen } = props;
  const { me } = useApp().current;
  const declaration = useMemo(() => givenFields(props.declaration, me), [props.declaration, me]);
  const say = usePageText('files/import', importTexts);
  const sayOf = useTextOf(screen.contract.name);
  const format = useFormat();
  const one = useImport(declaration);
  const collecting = useCollecting(declaration, one, say);
  const { file, scan, planned, work } = one;
  useDocumentTitle(`${sayOf('title')}: ${say('title')}`);
  const step = collecting.progress ? 'preview' : scan ? 'columns' : 'file';
  return (
    <>
      <PageHeader
        ruled
        title={say('title')}
        crumbs={[{ label: sayOf('title'), href: screen.path }]}
        state={
          file &&
          scan && (
            <span className={styles.file}>
              <Icon as={FileSpreadsheet} size="s" />
              <b>{file.name}</b>
              <span className="muted">
                {say('fileFacts', {
                  lines: say('lines', { count: scan.lines }),
                  size: format.count(Math.ceil(file.size / 1000)),
                })}
              </span>
            </span>
          )
        }
        actions={<Steps step={step} say={say} />}
      />
      {scan && planned ? (
        <>
          <SplitView side={<ImportSide one={one} say={say} />} sideLabel={say('outcome')}>
            <div className={styles.body}>
              <ReadingChips one={one} say={say} />
              <Asking one={one} declaration={declaration} say={say} />
              <KeyChoice one={one} say={say} />
              <ColumnsTable one={one} declaration={declaration} say={say} />
            </div>
          </SplitView>
          <ImportFoot one={one} declaration={declaration} collecting={collecting} say={say} />
        </>
      ) : (
        <div className={styles.body}>
          {work.step === 'reading' && file ? (
            <>
              <output>{say('reading', { name: file.name })}</output>
              <SkeletonLines />
            </>
          ) : (
            <>
              <Failure work={work} say={say} />
              <FileStep
                declaration={declaration}
                suppliers={one.surroundings?.references['supplier'] ?? []}
                onFile={one.open}
                say={say}
              />
            </>
          )}
        </div>
      )}
    </>
  );
}

const steps = ['file', 'columns', 'preview'] as const;

function Steps({ step, say }: { step: (typeof steps)[number]; say: SayOf }) {
  const at = steps.indexOf(step);
  return (
    <ol className={styles.steps} aria-label={say('steps')}>
      {steps.map((name, n) => (
        <li key={name} aria-current={n === at ? 'step' : undefined} className={cx(n < at && styles.done)}>
          {n < at && <Icon as={Check} size="xs" />}
          {say(`step.${name}`)}
        </li>
      ))}
    </ol>
  );
}

function Failure({ work, say }: { work: Import['work']; say: SayOf }) {
  const textOfError = useErrorText();
  if (work.step !== 'failed') return null;
  const { error } = work;
  return (
    <Banner kind="danger">
      <b>{say('notRead')}</b>{' '}
      {error instanceof UnreadableFile ? say(`notRead.${error.reason}`) : textOfError(error)}
    </Banner>
  );
}

/** Says what has to be decided first, or what went wrong since. */
function Asking({ one, declaration, say }: { one: Import; declaration: ImportDeclaration; say: SayOf }) {
  const { planned, scan, work } = one;
  if (scan?.lines === 0)
    return (
      <Banner kind="attention">
        {say('notRead')}: {say('notRead.empty')}
      </Banner>
    );
  if (work.step === 'failed') return <Failure work={work} say={say} />;
  return (
    <>
      {planned?.undecided.map((what) => (
        <Banner key={what} kind="attention">
          {say(`ask.${what}`)}
          {what === 'from' && declaration.from && (
            <RecordChoice
              {...{ one, say }}
              resource={declaration.from.resource}
              value={one.decisions.from ?? ''}
              label={say('from')}
              decide={(decisions, id) => ({ ...decisions, from: id })}
            />
          )}
        </Banner>
      ))}
    </>
  );
}

/** By what the lines find their records, with how many each key would find. */
function KeyChoice({ one, say }: { one: Import; say: SayOf }) {
  const { planned, understood, decisions, scan } = one;
  const { language } = useLanguage();
  if (!planned || !scan) return null;
  const declared = one.keys;
  const finds = understood?.outcome.finds ?? {};
  const others = planned.keys.filter(({ name }) => name !== planned.key);
  return (
    <section>
      <h2 className={styles.h}>{say('key')}</h2>
      <div className={styles.pick}>
        <ButtonGroup label={say('key')}>
          {declared.map(({ name, label }) => (
            <Button
              key={name}
              disabled={!planned.keys.some((key) => key.name === name)}
              aria-pressed={name === planned.key}
              className={cx(name === planned.key && styles.sel)}
              onClick={() => one.decide({ ...decisions, key: name })}
            >
              {label[language]}
            </Button>
          ))}
        </ButtonGroup>
        {understood && planned.key !== null && (
          <span className={styles.meta}>
            <b>{finds[planned.key] ?? 0}</b> {say('finds', { lines: scan.lines })}{' '}
            {others
              .map(({ name, label }) => say('wouldFind', { name: label[language], count: finds[name] ?? 0 }))
              .join(' ')}
          </span>
        )}
      </div>
    </section>
  );
}
