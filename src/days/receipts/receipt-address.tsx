import { Navigate, useParams } from 'react-router';

/** Page at the address of one receipt: opens it beside the list of all receipts. */
export function Page() {
  const { id = '' } = useParams();
  return <Navigate to={`/receipts?receipt=${encodeURIComponent(id)}`} replace />;
}
