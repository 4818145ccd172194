import { useEffect } from 'react';

/** The tab's title: "Products · Tillhouse". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Tillhouse` : 'Tillhouse';
  }, [title]);
}
