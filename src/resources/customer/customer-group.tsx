import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { useApp } from '@/app/shell/app-context';
import { customer } from './contract';

const f = fieldsOf(customer);
const names = z.array(z.string());

/**
 * Field for the group of a customer: offers those that customers are in, and takes any other. Where the server
 * does not answer them, they are taken from the customers that are loaded for its list.
 */
export function CustomerGroup() {
  const { current, source } = useApp();
  const { client, server } = current;
  const { data: groups = [] } = useQuery({
    queryKey: [customer.name, 'groups'],
    queryFn: async ({ signal }) => {
      if (server.can.customerGroups)
        return names.parse(await client.json('/api/secure/customer_group', signal));
      const all = await source.all(customer, { q: '', sort: '', active: true, filters: {} }, { signal });
      const found = all.map(({ data }) => data['customer_group']);
      return [...new Set(found.filter((group) => typeof group === 'string' && group !== ''))] as string[];
    },
  });
  return <f.Select name="data.customer_group" span={2} options={groups} labelOf={sameName} open clearable />;
}

const sameName = (group: string) => group;
