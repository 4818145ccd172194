import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useApp } from '@/core/app/app-context';
import { plain } from '@/core/app/grid/cell';
import { RecordForm } from '@/core/app/form/record-form';
import { Section } from '@/core/app/form/section';
import { useTextOf } from '@/core/app/i18n';
import { asked, switchPath } from '@/core/app/leave-pages';
import type { Row, Screen } from '@/core/app/screen';
import { useFormat } from '@/core/app/use-format';
import { Banner } from '@/core/ui/banner';
import { AddButton, Button } from '@/core/ui/button';
import { SheetTable } from '@/core/ui/sheet-table';
import { AdditionalFields } from './additional-fields';
import { Details } from './details';

export { texts } from './page-texts';

/** The company that is worked in: what it is called, its own fields, and its child companies. */
export function List({ screen }: { screen: Screen }) {
  const { me } = useApp().current;
  if (!me) return null;
  return (
    <RecordForm screen={screen} id={me.company.id}>
      <Details />
      <Section id="fields">
        <AdditionalFields />
      </Section>
      <Section id="children">
        <Children of={me.company.id} />
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
  // Another tenant may have a company with this id.
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
            { key: 'name', head: say('name'), cell: (child) => plain(child['name']) },
            { key: 'ident', head: say('ident'), width: 140, cell: (child) => plain(child['ident']) },
            {
              key: 'made',
              head: '',
              width: 180,
              cell: (child) => (
                <span className="muted">
                  {say('children.made', { when: format.moment(child['created_at']) })}
                </span>
              ),
            },
            {
              key: 'there',
              head: '',
              width: 120,
              align: 'right',
              cell: (child) => {
                const id = membership(child);
                if (id === undefined) return null;
                return (
                  <Button onClick={() => void navigate(switchPath(id), asked)}>{say('children.here')}</Button>
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
