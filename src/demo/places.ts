import { between } from './seed';
import type { DemoRecord } from './shape';
import { type Owner, places, tenders } from './words';

/** Returns the GUID of a record by its resource and its key in the vocabulary. */
type GuidOf = (resource: 'location' | 'pos' | 'pricelist' | 'tender', key: string) => string;

/** The registers of all locations, in the order of their creation. */
export const tills = places.flatMap(({ of, key, name, num, tills: models, active = true }) =>
  models.map((model, at) => {
    const till = `Till ${at + 1}, ${name}`;
    return { of, key: till, name: till, num: num * 10 + at + 1, place: key, model, active };
  }),
);

/** Returns the tenders of the company `of` (only the group has any). */
export function tenderRecords(of: Owner, guidOf: GuidOf): DemoRecord[] {
  if (of !== 'group') return [];
  return tenders.map(({ name, num, type, account, fee, max, can, active = true }) => {
    const does = new Set(can.split(' '));
    return {
      id: guidOf('tender', name),
      active,
      name,
      tender_num: num,
      type,
      data: {
        currency: 'EUR',
        ...(type === 'cash' ? { rounding: { unit: '0.05', mode: 'half_up' } } : {}),
        opens_drawer: does.has('drawer'),
        gives_change: does.has('change'),
        allows_refund: does.has('refund'),
        allows_tip: does.has('tip'),
        counted_at_close: does.has('counted'),
        ...(max === undefined ? {} : { max_amount: max }),
        ...(fee === undefined ? {} : { fee_percent: fee }),
        account_code: account,
        sort_order: num * 10,
      },
    };
  });
}

/** Returns the locations of the company `of`. */
export function locationRecords(of: Owner, ident: string, guidOf: GuidOf): DemoRecord[] {
  return places
    .filter((place) => place.of === of)
    .map(
      ({ key, name, num, type, street, town, phone, pricelist, cutover, header, footer, active = true }) => {
        const [postal_code = '', city = ''] = town.split(' ');
        return {
          id: guidOf('location', key),
          active,
          name,
          location_num: num,
          type,
          data: {
            address: { street, postal_code, city, country: 'FI' },
            business_id: ident,
            phone,
            email: `${key}@rantakulma.example`,
            timezone: 'Europe/Helsinki',
            locale: 'fi-FI',
            currency: 'EUR',
            pricelist_id: guidOf('pricelist', pricelist),
            day_cutover: cutover,
            receipt_header: header,
            receipt_footer: footer,
          },
        };
      },
    );
}

/** Returns the registers of the company `of`. */
export function registerRecords(of: Owner, guidOf: GuidOf): DemoRecord[] {
  return tills
    .filter((till) => till.of === of)
    .map(({ key, name, num, place, model, active }) => ({
      id: guidOf('pos', key),
      active,
      name,
      pos_num: num,
      location_id: guidOf('location', place),
      data: { model, serial: `RK-${between(`${key} serial`, 100_000, 999_999)}` },
    }));
}
