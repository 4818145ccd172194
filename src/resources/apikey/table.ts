import { pointerOf } from '@/contract/pointer';
import { areNetworks } from '@/server/auth/client-address';
import { defineTable, wireTime, type Table } from '@/server/db/table';
import { invalid } from '@/server/http/problems';
import type { Change } from '@/server/write/rules';
import { ownRoleMisfit } from '../rights';
import { apikey } from './contract';

const declared = defineTable(apikey, {
  columns: { role: 'text not null', role_id: 'uuid', expires_at: 'timestamptz' },
  computed: {
    prefix: 't.prefix',
    last_used_at: wireTime('t.last_used_at'),
    pos_id: 't.pos_id',
    till_version: 't.till_version',
  },
  rules: {
    created: ({ userId, keyId }) => ({ made_user: userId, made_key: keyId }),
    before: async (_, change) => requireFitting(change),
  },
});

/** Table of API keys. The core creates it (schema/api-keys.sql), since every request looks up its caller in it. */
export const apikeyTable: Table = {
  ...declared,
  columns: {
    ...declared.columns,
    prefix: 'text not null',
    hash: 'bytea not null',
    made_user: 'uuid',
    made_key: 'uuid',
    pos_id: 'uuid',
    till_version: 'text',
  },
};

/** @throws 422 for a role of the company's own that does not go with the built-in one, and for text that is no network */
function requireFitting({ items }: Change): void {
  const problems = items.flatMap(({ fields, data, path }) => {
    const said: unknown = data?.['networks'];
    const networks = Array.isArray(said) ? said.map(String) : [];
    const misfit = typeof fields['role_id'] === 'string' ? ownRoleMisfit(String(fields['role'])) : null;
    return [
      ...(misfit === null
        ? []
        : [{ pointer: pointerOf([...path, 'role_id']), code: 'invalid_value', detail: misfit }]),
      ...networks.flatMap((one, n) =>
        areNetworks([one])
          ? []
          : [
              {
                pointer: pointerOf([...path, 'data', 'networks', n]),
                code: 'invalid_value',
                detail: 'Must be an address or a network, such as "192.0.2.0/24"',
              },
            ],
      ),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
}
