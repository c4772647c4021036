-- compatible

-- When the person last gave the password in this session; null: when the session began.
alter table session add column authenticated_at timestamptz;
