import { Download, Ellipsis, Printer } from 'lucide-react';
import { useState } from 'react';
import { csvOf } from '@/app/files/out/guarded-csv';
import { download, fileName } from '@/app/export/download';
import type { ExportTable } from '@/app/export/table';
import { useErrorText } from '@/app/shell/error-text';
import { useApp } from '@/app/shell/app-context';
import { useLanguage, usePageText } from '@/app/i18n/i18n';
import { Button, IconButton } from '@/ui/display/button';
import { Menu, type MenuEntry } from '@/ui/overlays/menu';
import { Modal } from '@/ui/overlays/modal';
import { reportTexts } from './report-texts';
import { withFacts, type FileFacts } from '../seal/file-facts';
import { sealTexts } from '../seal/seal-texts';
import { savePdf, type PdfFile } from './z-pdf';
import styles from './report.module.css';
import { lazy } from '@/ui/state/lazy';

const BooksDialog = lazy(async () => ({
  default: (await import('../books/screen/books-dialog')).BooksDialog,
}));

/** The export and print menus, or one combined menu on a narrow screen. */
export function ExportMenu(props: {
  /** Called only on export, since the tables may contain thousands of receipts. */
  tables: () => readonly ExportTable[];
  /** The names of the tables, for the menu. */
  names: readonly string[];
  /** The parts that the file names begin with. */
  file: readonly string[];
  onVoucher?: (() => void) | undefined;
  /** The days whose files for bookkeeping are offered, as parameters of the service. */
  books?: Readonly<Record<string, string>>;
  /** Prints the report, with all receipts if true. */
  onPrint: (receipts: boolean) => void;
  hasReceipts: boolean;
  /** What the figures of a workbook are of: the locations and the days, in words. */
  about: { readonly places: string; readonly dates: string };
  /** Extra columns of every file. */
  facts: FileFacts;
  /** The PDFs that the service makes, and what they are called together; Z reports without that. */
  pdfs?: readonly PdfFile[];
  pdfsAre?: string;
  /** Further entries of the combined menu on a narrow screen. */
  more?: readonly MenuEntry[];
}) {
  const {
    tables,
    names,
    file,
    onVoucher,
    books,
    onPrint,
    hasReceipts,
    about,
    facts,
    pdfs = [],
    pdfsAre,
    more = [],
  } = props;
  const saySeal = usePageText('businessday/seal', sealTexts);
  const say = usePageText('businessday/report', reportTexts);
  const { language } = useLanguage();
  const errorText = useErrorText();
  const [failed, setFailed] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [offersBooks, setOffersBooks] = useState(false);
  const heads = { currency: saySeal('currency'), seal: saySeal('seal') };
  const { me, client } = useApp().current;
  const aboutTable = (): ExportTable => ({
    name: say('about'),
    columns: [
      { head: say('about.what'), kind: 'text' },
      { head: say('about.value'), kind: 'text' },
    ],
    rows: [
      [say('about.company'), me?.company.name ?? null],
      [say('location'), about.places],
      [say('about.dates'), about.dates],
      [say('about.currency'), facts.currency ?? null],
    ],
  });
  const complete = (table: ExportTable) => withFacts(table, facts, heads);
  const saveXlsx = () => {
    import('@/app/export/xlsx')
      .then(({ xlsxOf }) =>
        xlsxOf([...tables().map((table, at) => (at === 0 ? complete(table) : table)), aboutTable()]),
      )
      .then((blob) => download(`${fileName(...file)}.xlsx`, blob))
      .catch(() => setFailed(say('export.xlsx')));
  };
  const save = (pdf: PdfFile) => {
    setSaving(true);
    savePdf(client, pdf)
      .catch((error: unknown) => setFailed(error instanceof Error ? errorText(error) : say('export.z')))
      .finally(() => setSaving(false));
  };
  const saveCsv = (name: string) => {
    const table = tables().find((one) => one.name === name);
    if (!table) return;
    download(
      `${fileName(...file, name)}.csv`,
      new Blob([csvOf(complete(table), language)], { type: 'text/csv;charset=utf-8' }),
    );
  };
  const exports: MenuEntry[] = [
    ...(pdfs.length > 0
      ? [
          { kind: 'heading', label: pdfsAre ?? say('export.z') } as const,
          ...pdfs.map((pdf) => ({ label: pdf.label, onClick: () => save(pdf) })),
          { kind: 'rule' } as const,
        ]
      : []),
    { label: say('export.xlsx'), onClick: saveXlsx },
    ...(onVoucher ? [{ label: say('export.voucher'), onClick: onVoucher }] : []),
    ...(books ? [{ label: say('export.books'), onClick: () => setOffersBooks(true) }] : []),
    { kind: 'rule' },
    { kind: 'heading', label: say('export.csv') },
    ...names.map((name) => ({ label: name, onClick: () => saveCsv(name) })),
  ];
  const prints: MenuEntry[] = [
    { label: say('printReport'), onClick: () => onPrint(false) },
    { label: say('printReceipts'), onClick: () => onPrint(true) },
  ];
  return (
    <>
      <span className={styles.wide}>
        <Menu entries={exports} position="bottom-end">
          <Button icon={Download} busy={isSaving}>
            {say('export')}
          </Button>
        </Menu>
      </span>
      <span className={styles.wide}>
        {hasReceipts ? (
          <Menu entries={prints} position="bottom-end">
            <Button icon={Printer}>{say('print')}</Button>
          </Menu>
        ) : (
          <Button icon={Printer} onClick={() => onPrint(false)}>
            {say('print')}
          </Button>
        )}
      </span>
      <span className={styles.onlyNarrow}>
        <Menu
          entries={[
            ...more,
            ...(more.length > 0 ? [{ kind: 'rule' } as const] : []),
            { kind: 'heading', label: say('print') },
            ...(hasReceipts ? prints : prints.slice(0, 1)),
            { kind: 'rule' },
            { kind: 'heading', label: say('export') },
            ...exports,
          ]}
          position="bottom-end"
        >
          <IconButton kind="default" icon={Ellipsis} label={say('more')} />
        </Menu>
      </span>
      {books && offersBooks && (
        <BooksDialog days={books} about={about} onClose={() => setOffersBooks(false)} />
      )}
      <Modal opened={failed !== null} onClose={() => setFailed(null)} title={say('export.failed')}>
        <p>{failed}</p>
      </Modal>
    </>
  );
}
