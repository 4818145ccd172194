import { pagePaths } from '@/core/contract/page-paths';

const known = new Set(pagePaths);

/**
 * Returns what an address of the application's host is.
 *
 * - `page`: one of the application's pages.
 * - `unknown`: no page; the application says so, with 404.
 * - `file`: the address of a file (`/.env`, `/wp-login.php`), which no page ever has: 404 without the application.
 */
export function pageAt(pathname: string): 'page' | 'unknown' | 'file' {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return 'file';
  }
  // No page has a control character or a backslash in its address.
  // oxlint-disable-next-line no-control-regex
  if (/[.\\\u0000-\u001f]/.test(path)) return 'file';
  const [first = ''] = path.split('/').filter(Boolean);
  return first === '' || known.has(first) ? 'page' : 'unknown';
}
