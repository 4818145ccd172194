import { describe, expect, it } from 'vitest';
import { givenRights, neededBy, rightsOf } from '../rights';
import {
  rightAt,
  rightsGroups,
  standsAgainst,
  verbsOf,
  withNeeded,
  withoutShown,
  withRight,
} from './rights-table';

describe('the table of rights', () => {
  it('names every right that a role may have once, and no other', () => {
    const named = rightsGroups.flatMap(({ resources, acts }) => [
      ...resources.flatMap((resource) => verbsOf(resource).map((verb) => `${resource}.${verb}`)),
      ...acts,
    ]);
    expect(named.toSorted()).toEqual([...givenRights].toSorted());
  });

  it('says of locations that everybody reads them', () => {
    expect(rightAt('location', 'read')).toEqual({ right: 'location.read', isEverybodys: true });
    expect(rightAt('event', 'create')).toBeNull();
  });
});

describe('a right that is given', () => {
  it('brings what it needs', () => {
    expect(withRight([], 'plu.update', true)).toEqual(['plu.read', 'plu.update']);
    expect(withRight([], 'businessday.close', true)).toEqual([
      'businessday.read',
      'businessday.update',
      'businessday.close',
    ]);
  });

  it('leaves the others, in the order of the service', () => {
    expect(withRight(['month.lock', 'report.read'], 'plu.read', true)).toEqual([
      'plu.read',
      'report.read',
      'month.lock',
    ]);
  });

  it('that is taken takes what needs it, and nothing else', () => {
    const rights = withRight(withRight(['customer.read'], 'plu.update', true), 'plu.create', true);
    expect(withRight(rights, 'plu.read', false)).toEqual(['customer.read']);
    expect(withRight(rights, 'plu.update', false)).toEqual(['plu.read', 'plu.create', 'customer.read']);
  });

  it('leaves a role that lacks nothing, whatever is taken', () => {
    for (const role of ['manager', 'accountant'] as const)
      for (const right of givenRights) {
        const rights = withRight(rightsOf(role), right, false);
        const lacking = rights.filter((one) => neededBy(one).some((other) => !rights.includes(other)));
        expect(lacking, `${role} without ${right}`).toEqual([]);
      }
  });
});

describe('what is hidden', () => {
  it('stands against what would show it, and what needs that', () => {
    expect(standsAgainst('report.margin', ['cost'])).toBe('cost');
    expect(standsAgainst('month.lock', ['prices'])).toBe('prices');
    expect(standsAgainst('plu.update', ['cost', 'prices', 'customer_details'])).toBeNull();
    expect(withNeeded('month.lock')).toContain('report.read');
  });

  it('takes these rights from a role, which lacks nothing afterwards', () => {
    const rights = withoutShown(rightsOf('manager'), ['prices', 'customer_details']);
    expect(rights).toContain('plu.update');
    expect(rights).toContain('customer.update');
    for (const gone of ['report.read', 'sales.read', 'changeset.read', 'customer.export'])
      expect(rights).not.toContain(gone);
    expect(rights.filter((one) => neededBy(one).some((other) => !rights.includes(other)))).toEqual([]);
  });
});
