import { Navigate, useParams } from 'react-router';
import { useApp } from '@/app/shell/app-context';
import type { Screen } from '@/app/shell/screen';
import { lazy } from '@/ui/state/lazy';

const RecordAsItCame = lazy(async () => ({
  default: (await import('@/app/generic-server/record-as-it-came')).RecordAsItCame,
}));

/** Page at the address of one receipt: opens it beside the list of all receipts, or else shows it as it came. */
export function Page({ screen }: { screen: Screen }) {
  const { id = '' } = useParams();
  const { can } = useApp().current.server;
  if (can.listQueries) return <Navigate to={`/receipts?receipt=${encodeURIComponent(id)}`} replace />;
  return <RecordAsItCame key={id} screen={screen} id={id} />;
}
