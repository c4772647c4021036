-- seq counts 1, 2, 3 … within an enquiry, without gaps; client_id is the sender's own id of the message,
-- so that a repeated send is found again however late it comes.
create table message (
  company_id uuid not null,
  enquiry_id uuid not null,
  seq integer not null,
  id uuid not null,
  client_id text not null,
  side text not null check (side in ('customer', 'host')),
  sender_id uuid not null,
  message text not null,
  -- The moment of its number, not of the transaction's start: the two must not run against each other.
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, enquiry_id, seq),
  unique (company_id, id),
  unique (company_id, enquiry_id, sender_id, client_id),
  foreign key (company_id, enquiry_id) references enquiry,
  foreign key (company_id, sender_id) references app_user
);
