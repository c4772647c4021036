-- How many events a company has had. Apart from the company, so that this is the last lock that any change takes.
create table event_counter (
  company_id uuid primary key,
  last_no bigint not null
);

-- What has changed, by number within the company: who was away asks for what came after the last one they know.
create table event (
  company_id uuid not null,
  no bigint not null,
  subject text not null,
  subject_id uuid not null,
  actor_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, no)
);
create index event_created_at on event (created_at);
