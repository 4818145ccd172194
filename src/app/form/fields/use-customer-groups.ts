import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { fieldRight } from '../../session/field-rights';
import { mayRead } from '../../session/session';
import { useApp } from '../../shell/app-context';
import { useReferencedContract } from './reference-input';

const names = z.array(z.string());

/**
 * Returns the groups that customers are in. Where the server does not answer them, they are taken from the customers that are loaded for
 * its list.
 */
export function useCustomerGroups(): readonly string[] {
  const customer = useReferencedContract('customer');
  const { current, source } = useApp();
  const { client, server } = current;
  const { data: groups = [] } = useQuery({
    queryKey: [customer.name, 'groups'],
    queryFn: async ({ signal }) => {
      if (server.can.customerGroups)
        return names.parse(await client.json('/api/secure/customer_group', signal));
      const all = await source.all(customer, { q: '', sort: '', active: 'active', filters: {} }, { signal });
      const found = all.map(({ data }) => data['customer_group']);
      return [...new Set(found.filter((group) => typeof group === 'string' && group !== ''))] as string[];
    },
    enabled:
      mayRead(current.me, customer.access) &&
      fieldRight(current.me, customer.name, 'data.customer_group') !== 'none',
  });
  return groups;
}
