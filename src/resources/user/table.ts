import { defineTable, wireTime } from '@/core/server/db/table';
import { user } from './contract';
import { requireOwnAccess } from './rules.server';

/** Table of memberships. The search covers name and e-mail. A trigger links each to the login of its e-mail. */
export const userTable = defineTable(user, {
  columns: { email: 'text not null', role: 'text not null' },
  computed: { accepted_at: wireTime('t.accepted_at'), last_sign_in_at: wireTime('t.last_sign_in_at') },
  revisions: ['user_sign_in'],
  search: 'concat_search(name, email, role)',
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
  },
  rules: { before: requireOwnAccess },
});
