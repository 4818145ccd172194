import { Navigate, useParams } from 'react-router';

/** A receipt by its own address opens beside the list of them all. */
export function Page() {
  const { id = '' } = useParams();
  return <Navigate to={`/receipts?receipt=${encodeURIComponent(id)}`} replace />;
}
