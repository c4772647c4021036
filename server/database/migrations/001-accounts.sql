create table company (
  id uuid primary key,
  name text not null,
  logo_sha256 text,
  last_enquiry_no integer not null default 0,
  created_at timestamptz not null default now()
);

create table app_user (
  company_id uuid not null references company,
  id uuid not null,
  name text not null,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('owner', 'agent', 'member', 'viewer')),
  picture_sha256 text,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index app_user_email on app_user (lower(email));

-- One row is one family of refresh tokens: only the newest one's hash is kept, so any other is a reused one.
create table session (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  device text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user
);
create index session_of_user on session (company_id, user_id);

create table invitation (
  company_id uuid not null references company,
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'agent', 'member', 'viewer')),
  token_hash bytea not null,
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, invited_by) references app_user
);

-- Failed sign-ins by account and by address, which slow the next ones down.
create table sign_in_failure (
  key text primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  last_at timestamptz not null default now()
);

-- Who changed what, from what to what; written in the transaction of the change.
create table activity (
  company_id uuid not null references company,
  id uuid not null,
  subject text not null check (subject in ('company', 'user', 'enquiry')),
  subject_id uuid not null,
  actor_id uuid not null,
  action text not null,
  changes jsonb not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, actor_id) references app_user
);
create index activity_subject on activity (company_id, subject, subject_id, id);

-- Answers already given, by the caller's Idempotency-Key.
create table idempotency (
  company_id uuid not null,
  user_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key),
  foreign key (company_id, user_id) references app_user
);
create index idempotency_created_at on idempotency (created_at);
