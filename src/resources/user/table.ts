import { defineTable } from '@/core/server/table';
import { user } from './contract';

/** Memberships, found by name and e-mail. The database keeps each with the login of its e-mail. */
export const userTable = defineTable(user, {
  columns: { email: 'text not null', role: 'text not null' },
  search: 'concat_search(name, email, role)',
  migrations: {
    '1_login': `
      alter table "user" add column login_id uuid not null;
      create index user_login on "user" (login_id);
      create trigger login before insert or update of email on "user"
        for each row execute function user_has_login();`,
  },
});
