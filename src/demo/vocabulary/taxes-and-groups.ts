/** The company that owns a record: the parent or one of its two children. */
export type Owner = 'group' | 'helsinki' | 'tampere';

/** VAT rates of Finland: those of 2026, and two that ended, which old receipts still reference. */
export const taxes = [
  {
    key: '25.5',
    name: '25.5 % General',
    rate: '25.5',
    account: '2951',
    from: '2024-09-01',
    until: null,
    active: true,
  },
  {
    key: '13.5',
    name: '13.5 % Food and meals',
    rate: '13.5',
    account: '2952',
    from: '2026-01-01',
    until: null,
    active: true,
  },
  {
    key: '10',
    name: '10 % Newspapers',
    rate: '10',
    account: '2953',
    from: '2013-01-01',
    until: null,
    active: true,
  },
  { key: '0', name: '0 % Gift cards', rate: '0', account: '2954', from: null, until: null, active: true },
  {
    key: '14',
    name: '14 % Food, until 2025',
    rate: '14',
    account: '2955',
    from: '2013-01-01',
    until: '2025-12-31',
    active: false,
  },
  {
    key: '24',
    name: '24 % General, until August 2024',
    rate: '24',
    account: '2956',
    from: '2013-01-01',
    until: '2024-08-31',
    active: false,
  },
] as const;

/** The groups of departments. */
export const groups = [
  { key: 'cafe', num: 1, name: 'Café', color: '#8a5a3b', active: true },
  { key: 'kitchen', num: 2, name: 'Kitchen', color: '#b4552d', active: true },
  { key: 'fresh', num: 3, name: 'Fresh food', color: '#5b8c3a', active: true },
  { key: 'shelf', num: 4, name: 'Shelf and freezer', color: '#c08a2b', active: true },
  { key: 'drink', num: 5, name: 'Drinks', color: '#2f7f93', active: true },
  { key: 'home', num: 6, name: 'Home and gifts', color: '#6b6fa8', active: true },
  { key: 'kiosks', num: 7, name: 'Kiosk goods', color: '#8b949a', active: false },
] as const;
