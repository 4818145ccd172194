/**
 * The first segment of every address that has a page of the application. The service answers 404 for any other
 * (core/server/http/site/page-addresses.ts); a test compares them with the screens' own paths.
 */
export const pagePaths: readonly string[] = [
  'accounts',
  'api-keys',
  'audit',
  'business-days',
  'changes',
  'company',
  'customers',
  'departments',
  'discounts',
  'group',
  'groups',
  'invitation',
  'locations',
  'price-lists',
  'prices',
  'products',
  'questions',
  'receipts',
  'registers',
  'sales',
  'security',
  'sessions',
  'sign-out',
  'suppliers',
  'switch',
  'taxes',
  'tenders',
  'users',
];
