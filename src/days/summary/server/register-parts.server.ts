import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import { decimal, type NumberParsing } from '../../receipts/server/receipt-lists.server';
import { hasFigures } from '../../figures/has-figures.server';
import { receiptDigits } from '../../ledger/ledger.server';

/** Whose registers are checked, from which day on, and how values of their receipts are read. */
export interface RegisterCheck {
  readonly caller: Caller;
  readonly from: string;
  readonly parsing: NumberParsing;
}

// SQL of a receipt or a business day `t`.

/** Whether it is of the company. */
export const ofCompany = ({ tenantId, companyId }: Caller) =>
  sql`t.tenant_id = ${tenantId} and t.company_id = ${companyId}`;

/** The number of a receipt, as far as it is one. */
export const num = trusted(receiptDigits('t.receipt_num'));
/** The register of a receipt; empty for one without. */
export const registerOf = trusted(`coalesce(t.pos_id::text collate "C", '')`);
/** The closed day that a late receipt belongs to. */
export const lateFor = trusted(`lower(t.data->>'late_for' collate "C")`);
/** When a day began. */
export const began = trusted('coalesce(t.opened_at, t.created_at)');
/** The Z reports `e` of a day. */
export const zReports = trusted(`jsonb_array_elements(
    case when jsonb_typeof(t.data->'z_reports') = 'array' then t.data->'z_reports' else '[]' end
  ) with ordinality e(e, ordinality)`);

// SQL of a Z report `e`.

/** Its register; empty for one without. */
export const registerRead = trusted(`coalesce(lower(e->>'pos_id'), '') collate "C"`);
/** One of its numbers. */
export const numberRead = ({ parsing }: RegisterCheck, key: string) => trusted(decimal(parsing, 'e', key));

/** SQL: the window of one register. What has none is of the register of its location. */
export const byRegister = trusted(`partition by pos_id, case when pos_id = '' then location_id end`);

/** So many days before a range what a register did last is looked for at once, of all registers; older ones one by one. */
export const recent = trusted('7');

/** SQL: whether `f` holds the figures of a day. */
export const isKept = ({ caller, parsing }: RegisterCheck, day: string): RawBuilder<boolean> =>
  sql`f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId}
        and f.businessday_id = ${trusted(day)} and ${parsing === 'cast' ? trusted(hasFigures) : sql`false`}`;
