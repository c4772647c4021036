create table enquiry (
  company_id uuid not null references company,
  id uuid not null,
  enquiry_no integer not null,
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
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, created_by) references app_user
);
create unique index enquiry_no on enquiry (company_id, enquiry_no);
create index enquiry_created on enquiry (company_id, created_at, id);
create index enquiry_updated on enquiry (company_id, updated_at, id);
create index enquiry_status_created on enquiry (company_id, status, created_at, id);

-- Exact totals, kept in the transaction of the change: counting rows at read time does not scale.
create table enquiry_count (
  company_id uuid not null references company,
  status text not null,
  count integer not null check (count >= 0),
  primary key (company_id, status)
);

-- The types a company has used, to suggest them.
create table enquiry_type (
  company_id uuid not null references company,
  name text not null,
  used integer not null default 1,
  primary key (company_id, name)
);

-- A file within an enquiry; its bytes are in the storage under their hash.
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
  sha256 text not null,
  primary key (company_id, id),
  unique (company_id, enquiry_id, position),
  foreign key (company_id, enquiry_id) references enquiry
);
