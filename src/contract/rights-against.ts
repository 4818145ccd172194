import type { FieldGroup } from './field-groups';
import { acts } from './role';

/** A till reads products and customers whole: who pairs one could read what it reads. */
const pairing = acts.pairTills.right;

/** Rights whose answers are made of what a group holds: a role that hides it does not have them. */
export const rightsAgainst: Readonly<Record<FieldGroup, readonly string[]>> = {
  cost: [
    'report.margin',
    'changeset.read',
    'changeset.create',
    'changeset.update',
    'changeset.apply',
    'changeset.approve',
    pairing,
  ],
  prices: [
    'sales.read',
    'sales.update',
    'report.read',
    'report.margin',
    'report.acknowledge',
    'changeset.read',
    'changeset.create',
    'changeset.update',
    'changeset.apply',
    'changeset.approve',
    pairing,
  ],
  customer_details: ['customer.export', 'customer.erase', pairing],
};
