/**
 * Returns SQL for the state of the question `row`: closed; answered, if somebody else than who asked wrote last; else open.
 * A word of who asked after an answer makes it open again: it waits for the other once more.
 */
export const stateOf = (row: string): string => `(case
  when ${row}.closed_at is not null then 'closed'
  when (${row}.answers->-1->>'by_id')::uuid is distinct from coalesce(${row}.asked_user, ${row}.asked_key)
    and jsonb_array_length(${row}.answers) > 0 then 'answered'
  else 'open' end)`;

/**
 * SQL of what questions are held to (docs/report.md#questions).
 *
 * The trigger holds for every client that connects as `tillhouse_app` what the rules of the service hold for requests: who
 * asked stays, answers are only added, and what was answered or closed is asked as it was.
 */
export const questionObjects = `
  create function question_stands() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.answers <> '[]' or new.closed_at is not null then
        raise exception 'a question begins open' using errcode = '42501';
      end if;
      return new;
    end if;
    if (new.asked_by, new.asked_user, new.asked_key) is distinct from (old.asked_by, old.asked_user, old.asked_key) then
      raise exception 'who asked stays' using errcode = '42501';
    end if;
    if exists (select from jsonb_array_elements(old.answers) with ordinality e(answer, place)
        where e.answer is distinct from new.answers->(e.place - 1)::int) then
      raise exception 'answers are append-only' using errcode = '42501';
    end if;
    if (old.closed_at is not null or old.answers <> '[]')
      and (new.text, new.subject, new.businessday_id, new.sales_id)
        is distinct from (old.text, old.subject, old.businessday_id, old.sales_id) then
      raise exception 'a question that was answered or closed stands' using errcode = '42501';
    end if;
    return new;
  end $$;
  create trigger stands before insert or update on question for each row execute function question_stands();
  create index question_asked_user on question (tenant_id, asked_user);
  create index question_open on question (tenant_id, company_id, businessday_id) where closed_at is null and active;
`;
