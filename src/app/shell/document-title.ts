import { useEffect } from 'react';

/** Sets the title of the browser tab: "Products · Tillhouse". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Tillhouse` : 'Tillhouse';
  }, [title]);
}
