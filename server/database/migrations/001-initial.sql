-- beside 0.1.0

-- The whole schema, by feature. Every tenant table has company_id first in its keys: a query that names the company
-- cannot see another company's rows, and each company's rows are adjacent in the indexes.

-- Companies and people

create table company (
  id uuid primary key,
  name text not null,
  logo_sha256 text collate "C",
  -- The sum of `file.size`, in bytes, updated together with those rows.
  storage_bytes bigint not null default 0,
  -- The number of the newest enquiry. Updating it also serialises the creation of a company's enquiries.
  last_enquiry_no bigint not null default 0,
  created_at timestamptz not null default now()
);

-- Each file that a company uses, by the hash of its bytes. There is no reference count, because a single wrong count would
-- delete a document. Rows that use a file have a foreign key to it, so PostgreSQL refuses to delete a file in use, and an
-- index on each side finds unused files. `last_used_at` keeps the sweep away from a file that is about to be used again.
create table file (
  company_id uuid not null references company,
  -- Compared as bytes, regardless of the locale of the database.
  sha256 text collate "C" not null,
  size bigint not null,
  last_used_at timestamptz not null default now(),
  primary key (company_id, sha256)
);
create index file_sha256 on file (sha256);
alter table company add constraint company_logo foreign key (id, logo_sha256) references file;

-- The progress of the sweep of stored files, which resumes there after a restart.
create table file_sweep (
  is_only boolean primary key default true check (is_only),
  next_part text collate "C" not null default ''
);
insert into file_sweep default values;

create table app_user (
  company_id uuid not null references company,
  id uuid not null,
  name text not null,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('owner', 'agent', 'member', 'viewer')),
  picture_sha256 text collate "C",
  created_at timestamptz not null default now(),
  -- A deactivated user cannot sign in, but keeps their name and history.
  deactivated_at timestamptz,
  -- Also stored in sessions, but those are deleted.
  last_seen_at timestamptz,
  primary key (company_id, id),
  constraint app_user_picture foreign key (company_id, picture_sha256) references file
);
create index app_user_picture on app_user (company_id, picture_sha256) where picture_sha256 is not null;
create unique index app_user_email on app_user (lower(email));

-- One row is one family of refresh tokens. Only the hash of the newest is stored, so any other token has been used before.
-- The response to a renewal can get lost. Until one of its successors is used, the previous token may be sent again: it
-- gets another successor, and the earlier successors stay valid, because one of them may have arrived after all.
create table session (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  previous_hash bytea,
  other_hashes bytea[] not null default '{}',
  device text not null,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user
);
create index session_of_user on session (company_id, user_id);
create index session_expires_at on session (expires_at);

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
  -- A withdrawn invitation stays, so that its link can say what happened to it.
  withdrawn_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, invited_by) references app_user
);
-- If two people invite one address at the same moment, only one invitation is created.
create unique index invitation_open on invitation (company_id, lower(email))
  where accepted_at is null and withdrawn_at is null;

create table password_reset (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user
);
create index password_reset_of_user on password_reset (company_id, user_id);
create index password_reset_expires_at on password_reset (expires_at);

-- Failed sign-ins by account and by network address. Each failure delays the next attempt.
create table sign_in_failure (
  key text primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  last_at timestamptz not null default now()
);
create index sign_in_failure_last_at on sign_in_failure (last_at);

-- Who changed something, with the old and new value of each field. Written in the transaction of the change.
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

-- Responses, by the caller's Idempotency-Key. `answer` is null while the request is in progress.
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

-- Mails wait here until the mail server accepts them, and are then deleted, because some contain a secret link. A mail is
-- written when it is queued or, if it has a purpose, when it is sent. `about_id` is the invitation that it is about.
create table mail_outbox (
  id uuid primary key,
  recipient text not null,
  purpose text,
  about_id uuid,
  subject text,
  text_body text,
  html_body text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  is_refused boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint mail_outbox_is_written
    check (purpose is not null or (subject is not null and text_body is not null and html_body is not null))
);
create index mail_outbox_next on mail_outbox (next_attempt_at);

-- Enquiries

create table enquiry (
  company_id uuid not null references company,
  id uuid not null,
  -- Numbers follow the order of creation, so one index serves both.
  enquiry_no bigint not null,
  enquiry_type text not null,
  summery text not null,
  description text not null,
  comments text not null,
  status text not null check (status in ('open', 'in-progress', 'inReview', 'onHold', 'closed')),
  category text not null generated always as (
    case status when 'closed' then 'resolved' when 'onHold' then 'waiting' when 'inReview' then 'waiting' else 'open' end
  ) stored,
  version integer not null default 1,
  last_message_seq integer not null default 0,
  document_count smallint not null default 0,
  -- Whether the last message is the customer's, or there are no messages.
  awaits_answer boolean not null default true,
  -- Since when the customer has been waiting for a reply; null while the last message is the host's.
  waiting_since timestamptz default clock_timestamp(),
  -- The person responsible for replying.
  assignee_id uuid,
  created_by uuid not null,
  -- clock_timestamp(), because now() is the start of the transaction, and times must have the same order as numbers.
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, created_by) references app_user,
  foreign key (company_id, assignee_id) references app_user
);

-- The list in each of its sort orders. The columns to filter by are included, so that reading up to a page needs only the
-- index. A change to an included column updates some index anyway, so including it costs little.
create unique index enquiry_no on enquiry (company_id, enquiry_no)
  include (status, enquiry_type, created_by, document_count, awaits_answer, updated_at);
create index enquiry_created on enquiry (company_id, created_at, enquiry_no);
create index enquiry_updated on enquiry (company_id, updated_at, enquiry_no)
  include (status, enquiry_type, created_by, document_count, awaits_answer);
create index enquiry_status on enquiry (company_id, status, enquiry_no)
  include (enquiry_type, created_by, document_count, awaits_answer, updated_at);
create index enquiry_type_no on enquiry (company_id, enquiry_type, enquiry_no)
  include (status, created_by, document_count, awaits_answer, updated_at);
create index enquiry_summery on enquiry (company_id, summery, enquiry_no)
  include (status, enquiry_type, created_by, document_count, awaits_answer, updated_at);

-- Filters. A filter by type or requester is often combined with open statuses, so some indexes put the status first.
create index enquiry_raised_by on enquiry (company_id, created_by, enquiry_no)
  include (status, enquiry_type, document_count, awaits_answer, updated_at);
create index enquiry_raised_by_status on enquiry (company_id, created_by, status, enquiry_no)
  include (enquiry_type, document_count, awaits_answer, updated_at);
create index enquiry_type_status on enquiry (company_id, enquiry_type, status, enquiry_no)
  include (created_by, document_count, awaits_answer, updated_at);
create index enquiry_with_documents on enquiry (company_id, enquiry_no)
  include (status, enquiry_type, created_by, awaits_answer, updated_at) where document_count > 0;
create index enquiry_with_documents_status on enquiry (company_id, status, enquiry_no)
  include (enquiry_type, created_by, awaits_answer, updated_at) where document_count > 0;
create index enquiry_unanswered on enquiry (company_id, enquiry_no)
  include (status, enquiry_type, created_by, document_count, updated_at) where awaits_answer and status <> 'closed';

-- The desk's queue in its order: everything not closed, one status, one assignee, unassigned. Closed enquiries come newest
-- first; for the whole company, enquiry_status serves that.
create index enquiry_queue on enquiry (company_id, coalesce(waiting_since, 'infinity'), enquiry_no)
  where status <> 'closed';
create index enquiry_queue_status on enquiry (company_id, status, coalesce(waiting_since, 'infinity'), enquiry_no);
create index enquiry_queue_assignee on enquiry
  (company_id, assignee_id, status, coalesce(waiting_since, 'infinity'), enquiry_no) where assignee_id is not null;
create index enquiry_closed_assignee on enquiry (company_id, assignee_id, enquiry_no)
  where status = 'closed' and assignee_id is not null;
create index enquiry_queue_unassigned on enquiry (company_id, coalesce(waiting_since, 'infinity'), enquiry_no)
  where assignee_id is null and status <> 'closed';
create index enquiry_queue_unassigned_status on enquiry
  (company_id, status, coalesce(waiting_since, 'infinity'), enquiry_no) where assignee_id is null and status <> 'closed';
create index enquiry_closed_unassigned on enquiry (company_id, enquiry_no)
  where status = 'closed' and assignee_id is null;

-- Unassigned enquiries with a message that waits for a reply: unread for everyone who may reply, newest first.
create index enquiry_waits_for_anybody on enquiry (company_id, updated_at, enquiry_no)
  where assignee_id is null and awaits_answer and status <> 'closed' and last_message_seq > 0;

-- The types that a company has used, for suggestions.
create table enquiry_type (
  company_id uuid not null references company,
  name text not null,
  used integer not null default 1,
  primary key (company_id, name)
);

-- A file attached to an enquiry. Its bytes are in the storage, under their hash.
create table document (
  company_id uuid not null,
  id uuid not null,
  enquiry_id uuid not null,
  position smallint not null,
  name text not null,
  type text not null,
  size integer not null,
  width integer not null,
  height integer not null,
  sha256 text collate "C" not null,
  primary key (company_id, id),
  unique (company_id, enquiry_id, position),
  foreign key (company_id, enquiry_id) references enquiry,
  constraint document_file foreign key (company_id, sha256) references file
);
create index document_file on document (company_id, sha256);

-- A named view of the list, for its creator alone or for the company.
create table saved_view (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  query text not null,
  is_shared boolean not null,
  made_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, made_by) references app_user
);
create unique index saved_view_shared_name on saved_view (company_id, lower(name)) where is_shared;
create unique index saved_view_own_name on saved_view (company_id, made_by, lower(name)) where not is_shared;

-- Exact totals of enquiries, updated in the transaction of each change, because counting rows takes longer the more there
-- are.

create table enquiry_count (
  company_id uuid not null references company,
  status text not null,
  count integer not null check (count >= 0),
  primary key (company_id, status)
);

-- The same for each stretch of 1024 numbers. Adding these up finds a page far down the list.
create table enquiry_stretch_count (
  company_id uuid not null references company,
  stretch integer not null,
  status text not null,
  count integer not null check (count >= 0),
  primary key (company_id, stretch, status)
);

-- Updates the totals: adds `moved[i]` to `statuses[i]` in `stretches[i]`. Rows are always locked in the same order, so that
-- two changes cannot deadlock.
create function count_enquiries(company uuid, stretches integer[], statuses text[], moved integer[]) returns void
language plpgsql
as $$
declare
  change record;
begin
  for change in
    select m.status, sum(m.more)::integer as more from unnest(statuses, moved) m(status, more) group by 1 order by 1
  loop
    insert into enquiry_count as c (company_id, status, count)
    values (company, change.status, greatest(change.more, 0))
    on conflict (company_id, status) do update set count = c.count + change.more;
  end loop;
  for change in
    select m.stretch, m.status, sum(m.more)::integer as more from unnest(stretches, statuses, moved) m(stretch, status, more)
    group by 1, 2 order by 1, 2
  loop
    insert into enquiry_stretch_count as c (company_id, stretch, status, count)
    values (company, change.stretch, change.status, greatest(change.more, 0))
    on conflict (company_id, stretch, status) do update set count = c.count + change.more;
  end loop;
end
$$;

-- Totals of assigned enquiries. The rest of enquiry_count is unassigned.
create table assignee_count (
  company_id uuid not null,
  assignee_id uuid not null,
  status text not null,
  count integer not null check (count >= 0),
  primary key (company_id, assignee_id, status),
  foreign key (company_id, assignee_id) references app_user
);

-- Landmarks: marks at regular intervals in the list sorted by type, summary or last update, with the number of enquiries of
-- each status from one to the next. Adding these up finds a page in the middle of such a list. `value` is the sort value.
create table enquiry_landmark (
  company_id uuid not null references company,
  sort text not null check (sort in ('enquiry_type', 'summery', 'updated_at')),
  value text not null,
  enquiry_no bigint not null,
  status text not null,
  count integer not null,
  primary key (company_id, sort, value, enquiry_no, status)
);

-- Enquiries that were created, or whose status or update time changed, since the landmarks were last updated. Each message
-- moves its enquiry to the newest place: updating that landmark at once would make a company's writers wait for each other.
create table enquiry_move (
  company_id uuid not null,
  enquiry_no bigint not null,
  status_before text,
  updated_before timestamptz,
  status text not null,
  updated_at timestamptz not null
);
create index enquiry_move_company on enquiry_move (company_id);

create function note_enquiry_move() returns trigger
language plpgsql
as $$
begin
  insert into enquiry_move
  values (new.company_id, new.enquiry_no, old.status, old.updated_at, new.status, new.updated_at);
  return null;
end
$$;
create trigger enquiry_moved after insert or update of status, updated_at on enquiry
for each row execute function note_enquiry_move();

-- Formats a time as text that sorts in the same order.
create function landmark_moment(moment timestamptz) returns text
language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00');

-- How the pending moves change the counts, at the landmark before each.
create view enquiry_landmark_change as
select c.company_id, c.sort, coalesce(l.value, '') as value, coalesce(l.enquiry_no, 0) as enquiry_no, c.status, c.count
from (
  select m.company_id, 'updated_at' as sort, landmark_moment(k.moment) as value, m.enquiry_no, k.status, k.count
  from enquiry_move m
  cross join lateral (
    values (m.updated_before, m.status_before, -1), (m.updated_at, m.status, 1)
  ) k(moment, status, count)
  where k.status is not null
  union all
  select m.company_id, s.sort, s.value, m.enquiry_no, k.status, k.count
  from enquiry_move m
  cross join (values ('enquiry_type'), ('summery')) o(sort)
  cross join lateral (
    select o.sort, case o.sort when 'summery' then summery else enquiry_type end as value from enquiry
    where company_id = m.company_id and enquiry_no = m.enquiry_no limit 1
  ) s
  cross join lateral (values (m.status_before, -1), (m.status, 1)) k(status, count)
  where k.status is not null and m.status_before is distinct from m.status
) c
left join lateral (
  select value, enquiry_no from enquiry_landmark
  where company_id = c.company_id and sort = c.sort and (value, enquiry_no) <= (c.value, c.enquiry_no)
  order by value desc, enquiry_no desc limit 1
) l on true;

-- Search

-- The words of an enquiry's own texts (seq 0) and of each of its messages, as server/enquiries/search/words.ts extracts
-- them. Each word is prefixed with a tag of its company and its stretch of 8192 numbers (six hex digits: numbers up to
-- 2^37), so that a search reads the newest stretches first and never another company's words. There is no foreign key: it
-- would cost a lookup per message, and enquiries are never deleted.
create table enquiry_words (
  company_id uuid not null,
  enquiry_no bigint not null,
  seq integer not null,
  words tsvector not null,
  primary key (company_id, enquiry_no, seq)
);
-- Every lookup scans the list of pending entries (PostgreSQL, 'GIN Fast Update Technique'): with 1 MB, a search without
-- results took 51 ms instead of 9 ms. The limit is in KB.
create index enquiry_words_words on enquiry_words using gin (words) with (gin_pending_list_limit = 64);

-- Enquiries whose words the server has yet to write, in the background.
create table enquiry_words_missing (
  company_id uuid not null,
  enquiry_id uuid not null,
  primary key (company_id, enquiry_id)
);

-- A query for words that begin with `word`, in the stretches of the numbers from `low` (inclusive) to `below` (exclusive).
create function beginning_with(word text, tag text, low bigint, below bigint) returns tsquery
language sql immutable
as $$
  select string_agg(tag || lpad(to_hex(stretch), 6, '0') || word || ':*', '|')::tsquery
  from generate_series(low / 8192, (below - 1) / 8192) stretch
$$;

-- The numbers of a company's enquiries in which each of `sought` begins a word, newest first and below `below`: at least
-- `wanted` of them, or all. `below` returns where to continue, 1 at the end. With `own_only`, the words of messages
-- (seq > 0) do not count, because not everyone may read the threads. It stops after `budget` milliseconds, but not before
-- the first step is done.
--
-- The newest 256 enquiries are checked one by one, which shows how frequent each word is and is enough for frequent words.
-- For the rest, the rarest word is looked up in as many stretches as should contain enough results, which are then checked
-- one by one if the next word would match many more. Each query allows only the suitable index, because the planner cannot
-- estimate how rare a word is.
create function find_enquiry_numbers(
  company uuid, tag text, sought text[], wanted integer, own_only boolean, inout below bigint,
  budget integer default 1000, out numbers bigint[]
)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  newest constant bigint := below;
  deadline constant timestamptz := clock_timestamp() + budget * interval '1 millisecond';
  -- The company's first number, which need not be 1: imported data may start at a large number.
  first constant bigint := coalesce((
    select w.enquiry_no from enquiry_words w where w.company_id = company order by w.enquiry_no limit 1), 1);
  walk bigint := 256;
  walked bigint := 0;
  hits integer[] := array_fill(0, array[cardinality(sought)]);
  stretches bigint;
  low bigint;
  needed integer;
  share double precision;
  rarest double precision;
  query tsquery;
  matching bigint[];
  found_numbers bigint[];
begin
  numbers := '{}';
  while below > first and cardinality(numbers) < wanted loop
    low := greatest(first, case when walk > 0 then below - walk else ((below - 1) / 8192 - stretches + 1) * 8192 end);
    for at in 1 .. cardinality(sought) loop
      query := beginning_with(sought[at], tag, low, below);
      if walk > 0 then
        matching := array(
          select distinct texts.enquiry_no from (
            select w.enquiry_no, w.words from enquiry_words w
            where w.company_id = company and w.enquiry_no >= low and w.enquiry_no < below
              and (w.seq = 0 or not own_only)
            offset 0
          ) texts where texts.words @@ query);
        hits[at] := hits[at] + cardinality(matching);
        found_numbers := case at when 1 then matching
          else array(select unnest(found_numbers) intersect select unnest(matching)) end;
      elsif at = 1 then
        found_numbers := array(
          select distinct w.enquiry_no from enquiry_words w
          where w.words @@ query and w.company_id is not distinct from company and w.enquiry_no + 0 < below
            and (w.seq = 0 or not own_only));
      elsif cardinality(found_numbers) < greatest(64, hits[at]::bigint * (below - low) / walked / 8) then
        found_numbers := array(
          select n from unnest(found_numbers) n where exists (
            select from (
              select w.words from enquiry_words w
              where w.company_id = company and w.enquiry_no = n and (w.seq = 0 or not own_only)
              offset 0
            ) texts where texts.words @@ (tag || lpad(to_hex(n / 8192), 6, '0') || sought[at] || ':*')::tsquery));
      else
        found_numbers := array(
          select unnest(found_numbers) intersect
          select w.enquiry_no from enquiry_words w
          where w.words @@ query and w.company_id is not distinct from company and (w.seq = 0 or not own_only));
      end if;
      exit when walk = 0 and found_numbers = '{}';
    end loop;
    numbers := numbers || array(select n from unnest(found_numbers) n order by n desc);
    if walk > 0 then
      walked := walked + below - low;
      select array_agg(word order by hit), array_agg(hit order by hit) into sought, hits
      from unnest(sought, hits) as counted(word, hit);
    end if;
    below := low;
    exit when clock_timestamp() > deadline;
    needed := wanted - cardinality(numbers);
    share := greatest(cardinality(numbers), 0.5) / (newest - below);
    rarest := greatest(hits[1], 0.5) / walked;
    -- Check one by one while that reads fewer texts than the next stretch has with the rarest word.
    walk := case when needed / share < 4096 * rarest then ceil(needed / share * 1.2) else 0 end;
    stretches := least(128, ceil(needed / share * 1.2 / 8192), ceil(greatest(4096, needed * 2) / (rarest * 8192)));
  end loop;
  if below <= first then
    below := 1;
  end if;
end
$$;

-- Threads

-- `seq` counts 1, 2, 3 … within an enquiry, without gaps. `client_id` is the sender's own id of the message, so that a
-- repeated message is recognised no matter how late it arrives.
create table message (
  company_id uuid not null,
  enquiry_id uuid not null,
  seq integer not null,
  id uuid not null,
  client_id text not null,
  side text not null check (side in ('customer', 'host')),
  sender_id uuid not null,
  message text not null,
  -- clock_timestamp(), because now() is the start of the transaction, and times must have the same order as numbers.
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, enquiry_id, seq),
  unique (company_id, id),
  unique (company_id, enquiry_id, sender_id, client_id),
  foreign key (company_id, enquiry_id) references enquiry,
  foreign key (company_id, sender_id) references app_user
);

-- How far a person has read a thread from each seat. People follow the enquiries that they raised, are assigned or have
-- written in. The transaction of a message sets is_unread for its followers, so that nothing needs counting later.
create table seen (
  company_id uuid not null,
  enquiry_id uuid not null,
  user_id uuid not null,
  customer_seq integer not null default 0,
  host_seq integer not null default 0,
  follows boolean not null default false,
  is_unread boolean not null default false,
  primary key (company_id, enquiry_id, user_id),
  foreign key (company_id, enquiry_id) references enquiry,
  foreign key (company_id, user_id) references app_user
);
create index seen_unread on seen (company_id, user_id) where is_unread;

-- Internal notes between people who may reply. Separate from the messages, so that no message number reveals a note.
create table note (
  company_id uuid not null,
  id uuid not null,
  enquiry_id uuid not null,
  after_seq integer not null,
  author_id uuid not null,
  client_id text not null,
  note text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  unique (company_id, enquiry_id, author_id, client_id),
  foreign key (company_id, enquiry_id) references enquiry,
  foreign key (company_id, author_id) references app_user
);
create index note_of_enquiry on note (company_id, enquiry_id, created_at, id);

create table canned_answer (
  company_id uuid not null references company,
  id uuid not null,
  name text not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index canned_answer_name on canned_answer (company_id, lower(name));

-- Bulk changes

-- A change to many enquiries, which any idle server processes in short batches. It sets their status, or assigns them to
-- `assignee_id` (null unassigns them). `undoes` is the job that this one reverts.
create table job (
  company_id uuid not null references company,
  id uuid not null,
  kind text not null check (kind in ('change', 'undo')),
  field text not null default 'status' check (field in ('status', 'assignee')),
  status text,
  assignee_id uuid,
  undoes uuid,
  made_by uuid not null,
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  created_at timestamptz not null default now(),
  -- Postponed when a batch fails, so that one job does not block the others.
  not_before timestamptz not null default now(),
  -- Jobs take turns: the least recently processed one comes next.
  worked_at timestamptz not null default '-infinity',
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, made_by) references app_user,
  foreign key (company_id, assignee_id) references app_user
);
create unique index job_undoes on job (company_id, undoes);
create index job_unfinished on job (created_at) where finished_at is null;
create index job_made_by on job (company_id, made_by, created_at);
create index job_finished_at on job (finished_at) where finished_at is not null;

-- `status_before` and `assignee_before` are the values before the change, and `version` the version after it: an undo
-- restores the enquiry if its version is still the same.
create table job_item (
  company_id uuid not null,
  job_id uuid not null,
  position integer not null,
  enquiry_no bigint not null,
  outcome text not null default 'waiting'
    check (outcome in ('waiting', 'changed', 'unchanged', 'changed-since', 'not-possible', 'missing')),
  status_before text,
  assignee_before uuid,
  version integer,
  primary key (company_id, job_id, position),
  foreign key (company_id, job_id) references job
);

-- Events

-- How many events a company has had. Not a column of company, so that it is the last lock that any change takes.
create table event_counter (
  company_id uuid primary key,
  last_no bigint not null
);

-- Changes, numbered within the company: a page that was disconnected requests everything after the last number it has.
create table event (
  company_id uuid not null,
  no bigint not null,
  subject text not null,
  subject_id uuid not null,
  actor_id uuid not null,
  -- The first and last number of the enquiries that a batch of a job changed, announced as one event.
  from_enquiry_no bigint,
  to_enquiry_no bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, no)
);
create index event_created_at on event (created_at);
