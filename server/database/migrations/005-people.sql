-- Who answers it, and since when the customer's word waits for an answer: null once the last word is the host's.
alter table enquiry
  add column assignee_id uuid,
  add column waiting_since timestamptz default clock_timestamp(),
  add foreign key (company_id, assignee_id) references app_user;
update enquiry e set waiting_since = case
  when exists (select from message m where (m.company_id, m.enquiry_id) = (e.company_id, e.id) and m.side = 'host') then (
    select min(m.created_at) from message m
    where (m.company_id, m.enquiry_id) = (e.company_id, e.id) and m.side = 'customer' and m.seq > (
      select max(h.seq) from message h where (h.company_id, h.enquiry_id) = (e.company_id, e.id) and h.side = 'host'))
  else e.created_at
end;

-- The desk's queue, in its order: of all that is not closed, of one status, of one person.
create index enquiry_queue on enquiry (company_id, coalesce(waiting_since, 'infinity'), enquiry_no)
  where status <> 'closed';
create index enquiry_queue_status on enquiry (company_id, status, coalesce(waiting_since, 'infinity'), enquiry_no);
create index enquiry_queue_assignee on enquiry
  (company_id, assignee_id, status, coalesce(waiting_since, 'infinity'), enquiry_no) where assignee_id is not null;

-- Exact totals of what is assigned; what is not assigned is the rest of enquiry_count.
create table assignee_count (
  company_id uuid not null,
  assignee_id uuid not null,
  status text not null,
  count integer not null check (count >= 0),
  primary key (company_id, assignee_id, status),
  foreign key (company_id, assignee_id) references app_user
);

-- How far a person has read a thread in each seat. Who follows an enquiry (raised it, answers it, has written in it)
-- is told of what is new there: is_unread is raised by the transaction of a message, so that nothing is counted later.
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
insert into seen (company_id, enquiry_id, user_id, customer_seq, follows)
select company_id, id, created_by, last_message_seq, true from enquiry;
insert into seen (company_id, enquiry_id, user_id, customer_seq, host_seq, follows)
select e.company_id, e.id, m.sender_id, case when bool_or(m.side = 'customer') then e.last_message_seq else 0 end,
  case when bool_or(m.side = 'host') then e.last_message_seq else 0 end, true
from message m join enquiry e on e.company_id = m.company_id and e.id = m.enquiry_id
group by e.company_id, e.id, m.sender_id
on conflict (company_id, enquiry_id, user_id) do update set host_seq = excluded.host_seq;

-- What those who may answer tell each other; apart from the messages, so that no number of theirs tells of it.
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

-- Who has left keeps name and history, but does not come in.
alter table app_user add column deactivated_at timestamptz;

-- Who withdrew an invitation shows that it was there.
alter table invitation add column withdrawn_at timestamptz;

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

-- Mails wait here until the mail server has taken them, and are then deleted: some hold a secret link.
create table mail_outbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mail_outbox_next on mail_outbox (next_attempt_at);
