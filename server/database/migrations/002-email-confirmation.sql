-- beside 0.1.0

-- Null until the owner of the address has opened the link in a mail to it. Several accounts may have the same unconfirmed
-- address, but only one may confirm it.
alter table app_user add column email_confirmed_at timestamptz;

-- Links in mails: 'confirm' proves that the address belongs to the account, 'revert' restores the account's previous
-- address.
create table email_link (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('confirm', 'revert')),
  email text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user
);
create index email_link_of_user on email_link (company_id, user_id);
create index email_link_of_email on email_link (lower(email), created_at);
create index email_link_expires_at on email_link (expires_at);

-- Browsers in which a person has signed in, identified by the hash of a cookie.
create table known_browser (
  company_id uuid not null,
  user_id uuid not null,
  browser_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (company_id, user_id, browser_hash),
  foreign key (company_id, user_id) references app_user
);
create index known_browser_last_used_at on known_browser (last_used_at);
