import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useApp } from '@/app/shell/app-context';
import { plain } from '@/app/grid/rows/cell';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { fromMenu, switchPath } from '@/app/shell/leave-paths';
import type { Screen } from '@/app/shell/screen';
import type { Row } from '@/app/data/row';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { AddButton, Button } from '@/ui/display/button';
import { Link } from '@/ui/layout/link';
import { SheetTable } from '@/ui/tables/sheet-table';
import { AdditionalFields } from './additional-fields';
import { CompanyBackups } from './backups/backup-summary';
import { checks } from './checks';
import { Approval, BookSettings, Details, LineKinds, SignIn } from './details';

export { texts } from './page-texts';

/** Page of the caller's company: its name and region, its additional fields, and its child companies. */
export function List({ screen }: { screen: Screen }) {
  const { me } = useApp().current;
  const say = useTextOf('company');
  if (!me) return null;
  return (
    <RecordForm
      screen={screen}
      id={me.company.id}
      checks={checks}
      sections={[
        'general',
        'region',
        'kinds',
        'books',
        'approval',
        'second_factor',
        'session',
        'fields',
        'children',
        'mails',
        'backups',
      ]}
    >
      <Details />
      <LineKinds />
      <BookSettings />
      <Approval />
      <SignIn />
      <Section id="fields">
        <AdditionalFields />
      </Section>
      <Section id="children">
        <Children of={me.company.id} />
      </Section>
      <Section id="mails">
        <p>
          <Link href="/company/mails" className="link">
            {say('mails.all')}
          </Link>
        </p>
      </Section>
      <Section id="backups">
        <CompanyBackups />
      </Section>
    </RecordForm>
  );
}

const tenantOf = (actingAs = ''): string | undefined => actingAs.split(':')[0];

function Children({ of }: { of: string }) {
  const { client, me } = useApp().current;
  const say = useTextOf('company');
  const format = useFormat();
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ['company', 'children', of],
    queryFn: async ({ signal }) => {
      const { rows } = await client.list<Row>('company', { pageSize: 1000, sort: 'name' }, signal);
      return rows.filter((row) => row['parent_id'] === of);
    },
  });
  // A company of another tenant may have the same id.
  const membership = (child: Row) =>
    me?.memberships.find(
      ({ acting_as, company }) => company.id === child.id && tenantOf(acting_as) === tenantOf(me.acting_as),
    )?.acting_as;
  const rows = query.data ?? [];
  return (
    <>
      {query.error && <Banner kind="danger">{say('children.failed')}</Banner>}
      {query.data && rows.length === 0 && <p className="muted">{say('children.none')}</p>}
      {rows.length > 0 && (
        <SheetTable
          label={say('section.children')}
          rows={rows}
          rowKey={(child) => child.id}
          columns={[
            {
              id: 'name',
              header: () => say('name'),
              cell: ({ row: { original: child } }) => plain(child['name']),
            },
            {
              id: 'ident',
              header: () => say('ident'),
              meta: { width: 140 },
              cell: ({ row: { original: child } }) => plain(child['ident']),
            },
            {
              id: 'made',
              header: () => '',
              meta: { width: 180 },
              cell: ({ row: { original: child } }) => (
                <span className="muted">
                  {say('children.made', { when: format.moment(child['created_at']) })}
                </span>
              ),
            },
            {
              id: 'there',
              header: () => '',
              meta: { width: 120, align: 'right' },
              cell: ({ row: { original: child } }) => {
                const id = membership(child);
                if (id === undefined) return null;
                return (
                  <Button onClick={() => void navigate(switchPath(id), fromMenu)}>
                    {say('children.here')}
                  </Button>
                );
              },
            },
          ]}
        />
      )}
      <p>
        <AddButton onClick={() => void navigate('/company/new')}>{say('new')}</AddButton>
      </p>
    </>
  );
}
