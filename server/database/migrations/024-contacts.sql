-- beside 0.1.0

-- The customers of a company, outside it. They have no account.
create table contact (
  company_id uuid not null,
  id uuid not null,
  kind text not null default 'contact' check (kind = 'contact'),
  email text not null check (email = lower(email)),
  name text not null,
  -- A BCP 47 tag, such as `pt`.
  language text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Since when the contact is known to read the mails to this address.
  confirmed_at timestamptz,
  blocked_at timestamptz,
  -- Since when mails to this address come back.
  undeliverable_at timestamptz,
  -- The contact that this one is shown as. That one is merged into no other.
  merged_into uuid,
  -- The words of name and address, each after the tag of the company, for choosing a contact.
  words tsvector not null,
  primary key (company_id, id),
  foreign key (company_id, id, kind) references participant (company_id, id, kind),
  foreign key (company_id, merged_into) references contact
);
create unique index contact_email on contact (company_id, email);
create index contact_merged_into on contact (company_id, merged_into) where merged_into is not null;
create index contact_seen on contact (company_id, last_seen_at) where merged_into is null;
create index contact_words on contact using gin (words);
create trigger contact_participates before insert on contact
for each row execute function add_participant();

-- The name and picture under which each participant is shown. `shown_id` is the contact that a merged one is shown as.
create view participant_profile as
select company_id, id, id as shown_id, kind, name, picture_sha256, null::text as email from app_user
union all
select c.company_id, c.id, coalesce(m.id, c.id), c.kind, coalesce(m.name, c.name), null, coalesce(m.email, c.email)
from contact c left join contact m on m.company_id = c.company_id and m.id = c.merged_into;
