import type { FieldGroup } from './field-groups';

/** Rights whose answers are made of what a group holds: a role that hides it does not have them. */
export const rightsAgainst: Readonly<Record<FieldGroup, readonly string[]>> = {
  cost: [
    'report.margin',
    'changeset.read',
    'changeset.create',
    'changeset.update',
    'changeset.apply',
    'changeset.approve',
  ],
  prices: [
    'sales.read',
    'report.read',
    'report.margin',
    'changeset.read',
    'changeset.create',
    'changeset.update',
    'changeset.apply',
    'changeset.approve',
  ],
  customer_details: ['customer.export', 'customer.erase'],
};
