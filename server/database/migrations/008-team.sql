-- When somebody was last here; what their sessions know of it goes with the sessions.
alter table app_user add column last_seen_at timestamptz;
update app_user u set last_seen_at = (
  select max(s.last_seen_at) from session s where (s.company_id, s.user_id) = (u.company_id, u.id));
