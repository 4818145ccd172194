-- What remains after an erasure (docs/security.md). The function that erases follows from the declaration (erasing.ts).

-- Tombstones: that a record was erased, and nothing of what it said. They outlive the record (a restore of a backup
-- from before it was made), and nothing deletes them.
create table erased (
  tenant_id uuid not null,
  company_id uuid not null,
  entity text not null,
  entity_id uuid not null,
  at timestamptz(3) not null,
  primary key (tenant_id, entity, entity_id),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
alter table erased enable row level security, force row level security;
create policy own on erased for select to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company());
create policy marked on erased for insert to tillhouse_auth
  with check (tenant_id = app_tenant() and company_id = app_company());
create policy known on erased for select to tillhouse_auth
  using (tenant_id = app_tenant() and company_id = app_company());
grant select on erased to tillhouse_app;
grant select, insert on erased to tillhouse_auth;

-- Which records a write under an Idempotency-Key answered, for resources that can be erased, for good: the stored
-- answer goes after 24 hours, and a client may send the same again later. Of the key its SHA-256 alone; nothing of
-- the body, whose hash would tell who it was to anybody who guesses names.
create table retry_print (
  tenant_id uuid not null,
  company_id uuid not null,
  owner_id uuid not null,
  print bytea not null,
  entity text not null,
  entity_ids uuid[] not null,
  primary key (tenant_id, company_id, owner_id, print),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
alter table retry_print enable row level security, force row level security;
create policy own on retry_print to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company());
grant select, insert, update on retry_print to tillhouse_app;

-- Whatever erases leaves an event of it: that event makes the tombstone, in the same transaction.
create function event_marks_erased() returns trigger language plpgsql as $$
begin
  insert into erased (tenant_id, company_id, entity, entity_id, at)
  values (new.tenant_id, new.company_id, new.entity, new.entity_id, new.at)
  on conflict (tenant_id, entity, entity_id) do nothing;
  return null;
end $$;
create trigger marks_erased after insert on event for each row
  when (new.action = 'erase') execute function event_marks_erased();

-- For a table whose records can be erased: name, data and every column that is named as an argument stay as the
-- erasure left them, and the record stays deactivated. What is sent back unchanged goes through.
create function stays_erased() returns trigger language plpgsql as $$
declare
  kept text;
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  after jsonb := to_jsonb(new);
begin
  if not exists (select from erased e
    where e.tenant_id = new.tenant_id and e.entity = tg_table_name and e.entity_id = new.id) then
    return new;
  end if;
  if new.active or new.name <> '' or new.data - 'modified_at' <> '{}' then
    raise exception 'an erased record takes no content' using errcode = 'TH003', detail = new.id::text;
  end if;
  foreach kept in array tg_argv loop
    if after->kept is distinct from before->kept then
      raise exception 'an erased record takes no content' using errcode = 'TH003', detail = new.id::text;
    end if;
  end loop;
  return new;
end $$;
