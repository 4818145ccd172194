import { useQuery } from '@tanstack/react-query';
import { backupList } from '@/contract/backups';
import { useApp } from '@/app/shell/app-context';

/** Reads the backups that the service makes by itself. */
export function useBackups() {
  const { client } = useApp().current;
  return useQuery({
    queryKey: ['backup'],
    queryFn: async ({ signal }) => backupList.parse(await client.json('/api/secure/backup', signal)),
    refetchInterval: ({ state }) => (state.data?.runs[0]?.state === 'running' ? 2000 : 60_000),
  });
}
