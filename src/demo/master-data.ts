import { inventedBusinessId } from './business-id';
import { between } from './seed';
import type { DemoRecord } from './shape';
import { departments, groups, type Owner, taxes, priceLists, suppliers as supplierWords } from './words';

/** Returns the GUID of a record by its resource and its key in the vocabulary. */
type GuidOf = (resource: 'tax' | 'grp' | 'dpt' | 'pricelist' | 'supplier', key: string) => string;

/** Returns the taxes of the company `of` (only the group has any). */
export function taxRecords(of: Owner, guidOf: GuidOf): DemoRecord[] {
  if (of !== 'group') return [];
  return taxes.map(({ key, name, rate, account, from, until, active }) => ({
    id: guidOf('tax', key),
    active,
    name,
    code: key,
    rate,
    data: {
      included: true,
      type: rate === '0' ? 'exempt' : 'vat',
      valid_from: from,
      valid_until: until,
      account_code: account,
    },
  }));
}

/** Returns the product groups of the company `of` (only the parent has any). */
export function groupRecords(of: Owner, guidOf: GuidOf): DemoRecord[] {
  if (of !== 'group') return [];
  return groups.map(({ key, num, name, color, active }) => ({
    id: guidOf('grp', key),
    active,
    name,
    grp_num: num,
    data: { color, sort_order: num * 10 },
  }));
}

/** Returns the departments of the company `of`. */
export function departmentRecords(of: Owner, guidOf: GuidOf): DemoRecord[] {
  return departments
    .filter((dpt) => dpt.of === of)
    .map((dpt) => ({
      id: guidOf('dpt', dpt.key),
      active: dpt.active ?? true,
      name: dpt.name,
      dpt_num: dpt.num,
      grp_id: guidOf('grp', dpt.grp),
      tax_id: guidOf('tax', dpt.tax),
      data: {
        color: dpt.color,
        sort_order: dpt.num * 10,
        account_code: String(3000 + dpt.num),
        ...(dpt.printer === undefined ? {} : { printer: dpt.printer }),
        ...(dpt.ageLimit === undefined ? {} : { age_limit: dpt.ageLimit }),
        discount_allowed: dpt.ageLimit === undefined,
      },
    }));
}

/** Returns the price lists of the company `of`. */
export function priceListRecords(of: Owner, guidOf: GuidOf): DemoRecord[] {
  return priceLists
    .filter((list) => list.of === of)
    .map((list, at) => ({
      id: guidOf('pricelist', list.key),
      active: list.active,
      name: list.name,
      currency: 'EUR',
      type: list.type,
      data: {
        tax_included: list.key !== 'wholesale',
        valid_from: list.from ?? null,
        valid_until: list.until ?? null,
        weekdays: list.weekdays ?? [1, 2, 3, 4, 5, 6, 7],
        time_from: list.time?.[0] ?? null,
        time_until: list.time?.[1] ?? null,
        location_ids: [],
        priority: at * 10,
      },
    }));
}

/** Returns the suppliers of the company `of`, numbered through all companies. */
export function supplierRecords(of: Owner, guidOf: GuidOf): DemoRecord[] {
  return supplierWords
    .filter((words) => words.of === of)
    .map((words) => {
      const { name, contact, town, terms, active } = words;
      const [postal_code = '', city = ''] = town.split(' ');
      const domain = plainDomain(name);
      return {
        id: guidOf('supplier', name),
        active: active ?? true,
        name,
        supplier_num: 201 + supplierWords.indexOf(words),
        data: {
          business_id: inventedBusinessId(name),
          contact,
          email: `tilaukset@${domain}.example`,
          phone: `+358 20 555 ${String(between(`${name} phone`, 100, 9999)).padStart(4, '0')}`,
          address: {
            street: `Teollisuuskatu ${between(`${name} house`, 1, 60)}`,
            postal_code,
            city,
            country: 'FI',
          },
          currency: 'EUR',
          payment_terms: terms,
          lead_time_days: between(`${name} lead`, 1, 6),
          min_order_total: `${between(`${name} least`, 2, 20) * 25}.00`,
        },
      };
    });
}

function plainDomain(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .split(' ');
  return words.slice(0, -1).join('-');
}
