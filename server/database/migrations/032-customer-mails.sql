-- beside 0.1.0

-- Each mail to a customer about an enquiry, with what became of it. The mails themselves wait in mail_outbox.
create table customer_mail (
  company_id uuid not null,
  id uuid not null,
  enquiry_id uuid not null,
  kind text not null check (kind in ('receipt', 'reply')),
  -- 'waiting' until it is written; 'dropped' if the customer has read the replies meanwhile or wants no mails.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'refused', 'dropped')),
  -- The replies that it contains. The last is known once it is written: until then, further replies are added.
  from_seq integer not null,
  to_seq integer,
  created_at timestamptz not null default clock_timestamp(),
  -- When it was sent, refused or dropped.
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, enquiry_id) references customer_thread
);
-- An outbox entry names the mail alone.
create unique index customer_mail_id on customer_mail (id);
create index customer_mail_of_enquiry on customer_mail (company_id, enquiry_id, created_at);
-- Replies are added to one mail at a time.
create unique index customer_mail_waiting on customer_mail (company_id, enquiry_id) where kind = 'reply' and state = 'waiting';
