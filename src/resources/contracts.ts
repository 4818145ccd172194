import { customer } from './customer/contract';
import { dpt } from './dpt/contract';
import { grp } from './grp/contract';
import { plu } from './plu/contract';
import { pricelist } from './pricelist/contract';
import { supplier } from './supplier/contract';
import { tax } from './tax/contract';

/** Every resource under `/api/secure/`, by its name on the wire. */
export const contracts = { plu, dpt, grp, tax, pricelist, supplier, customer } as const;

/** The name of a resource. */
export type ResourceName = keyof typeof contracts;
