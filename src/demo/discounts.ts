import type { DemoRecord } from './shape';
import { discounts, type Owner } from './words';

/** Functions that return the GUIDs for the keys of the vocabulary. */
interface Guids {
  discount: (name: string) => string;
  dpt: (key: string) => string;
  location: (key: string) => string;
  /** By the code of a product. */
  plu: (code: string) => string;
  /** By the index in the company's list. */
  customer: (at: number) => string;
}

/** Returns the discounts of the company `of`. */
export function discountRecords(of: Owner, guids: Guids): DemoRecord[] {
  return discounts
    .filter((one) => one.of === of)
    .map(({ name, num, receipt, type, value, dpts, plus, places, customers, data, active = true }) => ({
      id: guids.discount(name),
      active,
      name,
      discount_num: num,
      receipt_name: receipt,
      type,
      value,
      data: {
        ...data,
        ...(dpts === undefined ? {} : { dpt_ids: dpts.split(' ').map(guids.dpt) }),
        ...(plus === undefined ? {} : { plu_ids: plus.split(' ').map(guids.plu) }),
        ...(customers === undefined ? {} : { customer_ids: customers.map(guids.customer) }),
        ...(places === undefined ? {} : { location_ids: places.split(' ').map(guids.location) }),
      },
    }));
}
