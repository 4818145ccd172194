-- What a sealed day adds to what customers are owed, beside its figures: a month adds up that of all days before it, and reading the
-- figures of years for two sums took longer than the month. Of seals from before, these are null and read from the figures.
alter table businessday_seal_figures add column gift_card numeric, add column deposit numeric;

-- What is owed by a kind: what was taken for later, without what was paid with it.
create function owed_in_figures(figures jsonb, kind text) returns numeric language sql immutable parallel safe as $$
  select coalesce((select sum((x->>'amount')::numeric) from jsonb_array_elements(figures->'non_turnover') x
      where x->>'kind' = owed_in_figures.kind), 0)
    - coalesce((select sum((x->>'amount')::numeric) from jsonb_array_elements(figures->'by_tender') x
      where x->>'type' = owed_in_figures.kind and owed_in_figures.kind = 'gift_card'), 0)
$$;

create function businessday_seal_owes() returns trigger language plpgsql as $$
begin
  new.gift_card := owed_in_figures(new.figures, 'gift_card');
  new.deposit := owed_in_figures(new.figures, 'deposit');
  return new;
end $$;
create trigger owes before insert on businessday_seal_figures for each row execute function businessday_seal_owes();
