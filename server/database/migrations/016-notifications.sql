-- beside 0.1.0

-- What each person is notified of and how, by kind of event; null, and kinds that are missing, mean the usual choices.
alter table app_user add column notification_choices jsonb;

-- The entries of people's inboxes, and those that are only mailed. There are no foreign keys: they would cost three lookups
-- for each follower of each message, and neither people nor enquiries are ever deleted.
create table notification (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind in ('mention', 'assignment', 'reply')),
  -- For several enquiries, the first of them.
  enquiry_id uuid not null,
  by_id uuid not null,
  count integer not null default 1,
  at timestamptz not null default clock_timestamp(),
  -- An unread entry of replies begins with this message and covers all later ones, so that a message changes nothing for
  -- followers who have not read the one before: count, person and time are read from the thread. Marking the entry as
  -- read stores them here and clears this column.
  since_seq integer,
  -- The note that mentions the person.
  note_id uuid,
  -- The bulk change that assigned several enquiries.
  job_id uuid,
  -- False if the person wants only a mail.
  in_inbox boolean not null,
  read_at timestamptz,
  primary key (company_id, id)
);
create index notification_newest on notification (company_id, user_id, at, id) where in_inbox and since_seq is null;
create index notification_newest_open on notification (company_id, user_id, at, id) where in_inbox and since_seq is not null;
create index notification_unread on notification (company_id, user_id, at, id) where in_inbox and read_at is null;
create index notification_unread_of_enquiry on notification (company_id, enquiry_id, user_id) where read_at is null;
create unique index notification_open on notification (company_id, enquiry_id, user_id) where since_seq is not null;
create unique index notification_of_job on notification (company_id, job_id, user_id) where job_id is not null;
-- For the number of notifications of a kind within an hour, which limits the mails.
create index notification_of_kind on notification (company_id, user_id, kind, at);
create index notification_at on notification (at);
create index notification_read_at on notification (read_at) where read_at is not null;
