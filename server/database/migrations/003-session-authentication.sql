-- beside 0.1.0

-- When the person last entered the password in this session; null if not since the session began.
alter table session add column authenticated_at timestamptz;
