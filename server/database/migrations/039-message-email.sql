-- beside 0.1.0

-- What only a message that came by mail has.
create table message_email (
  company_id uuid not null,
  enquiry_id uuid not null,
  seq integer not null,
  address text not null,
  is_automatic boolean not null,
  -- The ranges of quotes and signatures, as pairs of positions in UTF-16 code units.
  collapsed jsonb not null,
  -- The names of the parts that are not in the message, with the reason.
  left_out jsonb not null,
  -- The hash of the mail as it was received.
  sha256 text collate "C" not null,
  primary key (company_id, enquiry_id, seq),
  foreign key (company_id, enquiry_id, seq) references message,
  constraint message_email_file foreign key (company_id, sha256) references file
);
create index message_email_file on message_email (company_id, sha256);

-- The contacts who may write in a thread that they did not begin.
create table customer_thread_guest (
  company_id uuid not null,
  enquiry_id uuid not null,
  contact_id uuid not null,
  primary key (company_id, enquiry_id, contact_id),
  foreign key (company_id, enquiry_id) references customer_thread,
  foreign key (company_id, contact_id) references contact
);
create index customer_thread_guest_contact on customer_thread_guest (company_id, contact_id);
