import apiKeys from './api-keys.sql?raw';
import attempts from './attempts.sql?raw';
import backups from './backups.sql?raw';
import callers from './callers.sql?raw';
import companies from './companies.sql?raw';
import erasure from './erasure.sql?raw';
import events from './events.sql?raw';
import logins from './logins.sql?raw';
import mail from './mail.sql?raw';
import moving from './moving.sql?raw';
import notices from './notices.sql?raw';
import retention from './retention.sql?raw';
import retries from './retries.sql?raw';
import revisions from './revisions.sql?raw';
import scope from './scope.sql?raw';
import search from './search.sql?raw';
import securityLog from './security-log.sql?raw';
import sessions from './sessions.sql?raw';
import upgrades from './upgrades.sql?raw';
import views from './views.sql?raw';

/** The schema that belongs to no single resource, as of version 1.0.0, in an order in which it can be made. */
export const baselineSql = [
  scope,
  search,
  companies,
  revisions,
  events,
  apiKeys,
  retries,
  erasure,
  logins,
  sessions,
  callers,
  securityLog,
  attempts,
  mail,
  notices,
  moving,
  backups,
  views,
  retention,
  upgrades,
].join('\n');
