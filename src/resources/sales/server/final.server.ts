/**
 * Triggers that make the receipts of a day that is not open immutable, also for other clients that connect as
 * `tillhouse_app` (docs/report.md#final). They raise SQLSTATE TH409.
 */
export const finalReceipts = `
  create function sales_are_final() returns trigger language plpgsql as $$
  begin
    if exists (
      select from (
        select d.status from businessday d
        where (d.tenant_id, d.id) in (select distinct c.tenant_id, c.businessday_id from changed c)
        order by d.id for share
      ) held where held.status <> 'open'
    ) then
      raise exception 'The business day is not open' using errcode = 'TH409';
    end if;
    return null;
  end $$;
  create function sales_were_final() returns trigger language plpgsql as $$
  begin
    if exists (
      select from (
        select d.status from businessday d
        where (d.tenant_id, d.id) in (
          select c.tenant_id, c.businessday_id from changed c union select c.tenant_id, c.businessday_id from before c)
        order by d.id for share
      ) held where held.status <> 'open'
    ) then
      raise exception 'The business day is not open' using errcode = 'TH409';
    end if;
    return null;
  end $$;
  create trigger final_insert after insert on sales
    referencing new table as changed for each statement execute function sales_are_final();
  create trigger final_update after update on sales
    referencing new table as changed old table as before for each statement execute function sales_were_final();
`;
