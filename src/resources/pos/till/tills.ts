import { acts, allows } from '@/contract/role';
import { tillsSchema, type Till, type Tills } from '@/contract/tills';
import type { Client } from '@/app/data/client';
import type { SignedIn } from '@/app/session/session';

/** Milliseconds after which a last sign of life is asked for again; the service notes it to the minute. */
const heardEvery = 60_000;

/** Query options for the tills that work and the codes that wait for one, of all registers. Its key is that of what changes with them: API keys. */
export const tillsQuery = (client: Client) => ({
  queryKey: ['apikey', 'tills'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Tills> =>
    tillsSchema.parse(await client.json('/api/secure/till', signal)),
  refetchInterval: heardEvery,
});

/** Whether tills are shown and paired here: the service has them, and the role may. */
export const mayPairTills = ({ server, me }: SignedIn): boolean =>
  server.can.tills && me !== null && allows(me, acts.pairTills);

/** Returns the tills of a register, the one that was paired last first. */
export const tillsAt = (all: Tills | undefined, posId: string): readonly Till[] =>
  all?.tills.filter((till) => till.pos_id === posId) ?? [];

/** Returns the code that waits for a till of a register, if there is one. */
export const pairingAt = (all: Tills | undefined, posId: string): Tills['pairings'][number] | undefined =>
  all?.pairings.find((pairing) => pairing.pos_id === posId);
