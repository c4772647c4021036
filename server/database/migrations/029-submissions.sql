-- beside 0.1.0

-- Forms that visitors have sent, until their address is confirmed or an owner accepts those that were held.
create table submission (
  company_id uuid not null references company,
  id uuid not null,
  state text not null check (state in ('unconfirmed', 'held', 'accepted')),
  -- Why it is held.
  held_for text check (held_for in ('decoy', 'sender', 'company', 'recipient', 'blocked')),
  -- Made with the page of the form, so that a form that is sent again is stored once.
  form_key uuid not null,
  -- The keyed hash of the network that it came from.
  source bytea not null,
  -- Empty once it has become an enquiry.
  enquiry_type text not null,
  summery text not null,
  description text not null,
  name text not null,
  email text not null,
  language text not null,
  -- The hash of the token in the mail that asks to confirm the address.
  token_hash bytea unique,
  -- The bytes of its images.
  file_bytes bigint not null,
  enquiry_id uuid,
  created_at timestamptz not null default now(),
  -- Of those that are held, never.
  expires_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, form_key),
  check ((state = 'held') = (held_for is not null)),
  check ((state = 'accepted') = (enquiry_id is not null))
);
create index submission_source on submission (source, created_at);
create index submission_created on submission (company_id, created_at);
create index submission_email on submission (email, created_at) where token_hash is not null;
create index submission_waiting on submission (company_id, state, created_at) where state <> 'accepted';
create index submission_expires_at on submission (expires_at);
