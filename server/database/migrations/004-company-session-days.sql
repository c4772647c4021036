-- beside 0.1.0

-- A session ends this many days after its sign-in, however often it is renewed.
alter table company add column session_days integer not null default 90;
alter table company add constraint company_session_days check (session_days between 1 and 365) not valid;
