-- beside 0.1.0

-- The part of an enquiry that only enquiries of contacts have.
create table customer_thread (
  company_id uuid not null,
  enquiry_id uuid not null,
  -- Since when the address is known to belong to the person who raised the enquiry.
  confirmed_at timestamptz,
  -- The number of the last message that the customer's page has shown.
  seen_seq integer not null default 0,
  -- Since when the customer wants no mails about this enquiry.
  mails_stopped_at timestamptz,
  primary key (company_id, enquiry_id),
  foreign key (company_id, enquiry_id) references enquiry
);

-- The private links to a customer's page of one enquiry. A link ends when it is revoked, or some time after the last message.
create table customer_link (
  company_id uuid not null,
  id uuid not null,
  enquiry_id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, enquiry_id) references customer_thread
);
create index customer_link_of_enquiry on customer_link (company_id, enquiry_id);
