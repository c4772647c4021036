-- beside 0.1.0

-- Each mail that was received. Its bytes are in the storage under their hash, and are there before anything reads them.
create table incoming_mail (
  id uuid primary key,
  -- Where it lay in a mailbox; null if a mail server delivered it.
  mailbox text,
  uid_validity bigint,
  uid bigint,
  -- The recipients of its envelope, if a mail server delivered it.
  recipients text[] not null,
  sha256 text collate "C" not null,
  size integer not null,
  received_at timestamptz not null default clock_timestamp(),
  -- Whether it still has to be moved out of the inbox of the mailbox.
  is_in_inbox boolean not null,
  -- 'received' until it is filed in a thread, held for a person to decide, or dropped.
  state text not null default 'received' check (state in ('received', 'filed', 'held', 'dropped')),
  -- Why it is held.
  held_for text check (held_for in ('failed', 'stranger', 'forged', 'flood', 'blocked', 'closed')),
  -- Why it was dropped, or the last error.
  reason text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  -- Known once it has been read. The company is null while no recipient names one.
  company_id uuid references company,
  message_id text,
  address text not null default '',
  name text not null default '',
  subject text not null default '',
  excerpt text not null default '',
  -- Recognises a mail that arrives twice.
  content_key bytea,
  -- The message that it has become, or the thread that a held one answers.
  enquiry_id uuid,
  seq integer,
  -- When a dropped one arrived: housekeeping deletes it a week later.
  dropped_since timestamptz generated always as (case when state = 'dropped' then received_at end) stored,
  check ((state = 'held') = (held_for is not null))
);
create unique index incoming_mail_uid on incoming_mail (mailbox, uid_validity, uid);
create index incoming_mail_due on incoming_mail (next_attempt_at) where state = 'received';
create index incoming_mail_in_inbox on incoming_mail (mailbox) where is_in_inbox;
create index incoming_mail_held on incoming_mail (company_id, received_at, id) where state = 'held';
create index incoming_mail_of_enquiry on incoming_mail (company_id, enquiry_id, received_at);
create index incoming_mail_of_sender on incoming_mail (company_id, address, received_at);
create index incoming_mail_message_id on incoming_mail (company_id, message_id);
create unique index incoming_mail_once on incoming_mail (company_id, content_key) where state <> 'dropped';
create index incoming_mail_file on incoming_mail (sha256);
create index incoming_mail_dropped on incoming_mail (dropped_since) where dropped_since is not null;

-- How far each mailbox has been read, and how that is going. One server at a time reads a mailbox.
create table mailbox (
  name text primary key,
  uid_validity bigint,
  last_uid bigint not null default 0,
  leased_by uuid,
  leased_until timestamptz not null default '-infinity',
  started_at timestamptz not null default clock_timestamp(),
  -- The last time that it could be read; null before the first.
  succeeded_at timestamptz,
  -- Why it could not be read; null after a success.
  failure text
);
