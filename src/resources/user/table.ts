import { defineTable, wireTime } from '@/core/server/db/table';
import { user } from './contract';
import { requireOwnAccess } from './rules.server';

/** Table of memberships. The search covers name and e-mail. A trigger links each to the login of its e-mail. */
export const userTable = defineTable(user, {
  columns: { email: 'text not null', role: 'text not null' },
  computed: { accepted_at: wireTime('t.accepted_at'), last_sign_in_at: wireTime('t.last_sign_in_at') },
  revisions: ['user_sign_in'],
  search: 'concat_search(name, email, role)',
  // Whether a recipient of reports is one of the company's people.
  indexes: { user_email: '(tenant_id, email)' },
  migrations: {
    '1_login': `
      alter table "user" add column login_id uuid not null;
      create index user_login on "user" (login_id);
      create trigger login before insert or update of email on "user"
        for each row execute function user_has_login();`,
    '2_sign_in': `
      alter table "user" add column accepted_at timestamptz(3), add column last_sign_in_at timestamptz(3);
      drop trigger login on "user";
      create trigger login before insert or update on "user"
        for each row execute function user_has_login();
      create policy known on "user" for select to tillhouse_auth using (true);
      create policy signs_in on "user" for update to tillhouse_auth using (true);
      grant select, update (accepted_at, last_sign_in_at) on "user" to tillhouse_auth;`,
    '3_ends_sessions': `
      create trigger ends_sessions after update on "user" for each row
        when ((old.active and not new.active) or old.login_id <> new.login_id)
        execute function membership_ends_sessions();`,
    // For `acting_id_is_shared` (core/server/db/schema/acting.ts), which looks up an id over all tenants.
    '4_id_alone': `create index user_id_alone on "user" (id);`,
    // After 180_login_of_person (core/server/db/schema/logins.ts).
    '5_own_address': `
      alter table login no force row level security;
      alter table "user" no force row level security;
      alter table session no force row level security;
      alter table invitation no force row level security;
      do $$
      declare one record; own uuid;
      begin
        -- A membership under another spelling than its login's: whoever wrote it chose where the person's mail went.
        -- It waits to be accepted under its own address. Also of a tenant on the move: what it says must be right.
        for one in
          select u.tenant_id, u.id, lower(u.email collate "C") as email from "user" u join login l on l.id = u.login_id
          where l.email <> lower(u.email collate "C")
        loop
          insert into login (email, held_at)
          values (one.email, case when not email_is_canonical(one.email) then clock_timestamp() end)
          on conflict (email) do nothing;
          select l.id into own from login l where l.email = one.email;
          perform set_config('app.writes', one.tenant_id::text, true);
          update "user" u set email = one.email, login_id = own, accepted_at = null
            where u.tenant_id = one.tenant_id and u.id = one.id;
          delete from session s where s.tenant_id = one.tenant_id and s.user_id = one.id;
          delete from invitation i where i.tenant_id = one.tenant_id and i.user_id = one.id;
        end loop;
        for one in select distinct u.tenant_id from "user" u where u.email <> lower(u.email collate "C") loop
          perform set_config('app.writes', one.tenant_id::text, true);
          update "user" u set email = lower(u.email collate "C")
            where u.tenant_id = one.tenant_id and u.email <> lower(u.email collate "C");
        end loop;
        perform set_config('app.writes', '', true);
      end $$;
      alter table login force row level security;
      alter table "user" force row level security;
      alter table session force row level security;
      alter table invitation force row level security;
      grant update (login_id, email) on "user" to tillhouse_auth;`,
  },
  rules: { before: requireOwnAccess },
});
