import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePageText, useLanguage, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import type { Screen } from '@/app/shell/screen';
import { mayCreate } from '@/app/session/session';
import { Banner } from '@/ui/display/banner';
import { Button, ButtonGroup } from '@/ui/display/button';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { assumptions } from './charts/assumptions';
import { templateCountries, type TemplateCountry } from '@/contract/countries';
import type { ChartRow } from './charts/chart';
import { charts } from './charts/charts';
import { chartTexts } from './charts/texts';
import { accountBody, missingRows } from './charts/missing-rows';
import { account } from './contract';
import styles from './charts/charts.module.css';

export { texts } from './texts';

/** Deactivated ones as well: somebody did not want them. */
const every = { q: '', sort: 'code', active: 'all', filters: {} } as const;

/** Page of the charts of accounts to begin from: what each default assumes, and which are not in the table yet. */
export function Page({ screen }: { screen: Screen }) {
  const say = usePageText('account/charts', chartTexts);
  const sayOf = useTextOf('account');
  const errorText = useErrorText();
  const { source, current } = useApp();
  const { country, choose } = useCountry();
  const there = useQuery({
    queryKey: ['account', 'every', every],
    queryFn: ({ signal }) => source.all(account, every, { signal }),
  });
  useDocumentTitle(say('title'));
  const { rows, numbering } = charts[country];
  const missing = there.data && missingRows(rows, there.data);
  return (
    <>
      <PageHeader
        title={say('title')}
        crumbs={[{ label: sayOf('title'), href: screen.path }]}
        ruled
        actions={
          missing && mayCreate(current.me, account.access) && <Add rows={missing} path={screen.path} />
        }
      />
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0}>
        <div className={styles.body}>
          <ButtonGroup label={say('country')}>
            {templateCountries.map((code) => (
              <Button key={code} aria-pressed={code === country} onClick={() => choose(code)}>
                {say(`country=${code}`)}
              </Button>
            ))}
          </ButtonGroup>
          <p className="meta">{say('about', { numbering })}</p>
          {there.error ? (
            <ErrorState
              title={sayOf('notRead')}
              text={errorText(there.error)}
              retry={say('again')}
              onRetry={() => void there.refetch()}
            />
          ) : missing ? (
            <Defaults rows={rows} missing={missing} />
          ) : (
            <SkeletonLines lines={12} />
          )}
        </div>
      </div>
    </>
  );
}

const countryOfCurrency: Readonly<Record<string, TemplateCountry>> = { SEK: 'SE', NOK: 'NO' };

/** Returns the chosen country: at first that of the company's currency, Finland for the euro. */
function useCountry() {
  const { code } = useFormat();
  const [chosen, choose] = useState<TemplateCountry | null>(null);
  return { country: chosen ?? countryOfCurrency[code] ?? 'FI', choose };
}

function Add({ rows, path }: { rows: readonly ChartRow[]; path: string }) {
  const say = usePageText('account/charts', chartTexts);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const { client } = useApp().current;
  const add = useMutation({
    mutationKey: ['account', 'create'],
    mutationFn: () => client.post('account', JSON.stringify(rows.map((row) => accountBody(row, language)))),
    onSuccess: () => navigate(path),
  });
  return (
    <>
      {add.error && <Banner kind="danger">{errorText(add.error)}</Banner>}
      <Button kind="primary" disabled={rows.length === 0} busy={add.isPending} onClick={() => add.mutate()}>
        {rows.length === 0 ? say('allThere') : say('add', { count: rows.length })}
      </Button>
    </>
  );
}

function Defaults({ rows, missing }: { rows: readonly ChartRow[]; missing: readonly ChartRow[] }) {
  const say = usePageText('account/charts', chartTexts);
  const sayOf = useTextOf('account');
  const sayTender = useTextOf('tender');
  const format = useFormat();
  const { language } = useLanguage();
  const isPhone = usePhone();
  const what = ({ use, tax_rate, tender_type, kind }: ChartRow) =>
    [
      sayOf(`use=${use}`),
      tax_rate !== undefined && `${format.decimal(tax_rate)} %`,
      tender_type !== undefined && sayTender(`type=${tender_type}`),
      kind,
    ]
      .filter(Boolean)
      .join(', ');
  const hasCodes = rows.some(({ vat_code }) => vat_code !== undefined);
  const codes: SheetColumn<ChartRow> = {
    id: 'vat_code',
    header: () => sayOf('data.vat_code'),
    meta: { width: 76 },
    cell: ({ row: { original } }) => original.vat_code ?? '',
  };
  const assumed = (row: ChartRow) => (
    <>
      <span>{assumptions[language][row.assumes]}</span>
      {!missing.includes(row) && <span className="meta">{say('there')}</span>}
    </>
  );
  const assumes: SheetColumn<ChartRow> = {
    id: 'assumes',
    header: () => say('assumes'),
    cell: ({ row: { original } }) => <span className={styles.lines}>{assumed(original)}</span>,
  };
  return (
    <SheetTable
      label={say('title')}
      rows={rows}
      rowKey={(_row, at) => String(at)}
      dim={(row) => !missing.includes(row)}
      columns={[
        {
          id: 'code',
          header: () => sayOf('code'),
          meta: { width: 72 },
          cell: ({ row: { original } }) => <span className="tn">{original.code}</span>,
        },
        {
          id: 'name',
          header: () => sayOf('name'),
          meta: { width: isPhone ? undefined : 300 },
          cell: ({ row: { original } }) => (
            <span className={styles.lines}>
              {original.name}
              <span className="meta">{what(original)}</span>
              {isPhone && assumed(original)}
            </span>
          ),
        },
        ...(hasCodes && !isPhone ? [codes] : []),
        ...(isPhone ? [] : [assumes]),
      ]}
    />
  );
}
