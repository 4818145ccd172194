import { useQuery } from '@tanstack/react-query';
import { backupList, type BackupList, type BackupRun } from '@/core/contract/backups';
import type { Client } from '@/core/app/data/client';
import { useApp } from '@/core/app/shell/app-context';

/** Milliseconds without a good backup after which it is told: one was due within them. */
const longest = 26 * 3_600_000;

/** Reads the backups that the service makes by itself. */
export const readBackups = async (client: Client, signal?: AbortSignal): Promise<BackupList> =>
  backupList.parse(await client.json('/api/secure/backup', signal));

export function useBackups() {
  const { client } = useApp().current;
  return useQuery({
    queryKey: ['backup'],
    queryFn: ({ signal }) => readBackups(client, signal),
    refetchInterval: ({ state }) => (state.data?.runs[0]?.state === 'running' ? 2000 : 60_000),
  });
}

export type BackupHealth = 'none' | 'good' | 'failed' | 'old' | 'waiting';

/** Returns the newest backup that is good, and what is to be told first. */
export function healthOf(
  { plan, runs }: BackupList,
  now: number,
): { newest: BackupRun | undefined; health: BackupHealth } {
  const newest = runs.find(({ state }) => state === 'verified');
  const last = runs.find(({ state }) => state !== 'running');
  if (plan === null) return { newest, health: 'none' };
  if (last?.state === 'failed') return { newest, health: 'failed' };
  if (newest === undefined) return { newest, health: runs.length === 0 ? 'waiting' : 'old' };
  const isOld = now - Date.parse(newest.finished_at ?? newest.started_at) > longest;
  return { newest, health: isOld ? 'old' : 'good' };
}
