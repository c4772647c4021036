-- beside 0.1.0

-- Everyone who can raise an enquiry or write a message: a user or a contact, never both. Enquiries, messages and the
-- history refer to this table.
create table participant (
  company_id uuid not null references company,
  id uuid not null,
  kind text not null check (kind in ('user', 'contact')),
  primary key (company_id, id),
  -- The target of the foreign keys of app_user and contact, which contain their own kind.
  unique (company_id, id, kind)
);

create function add_participant() returns trigger
language plpgsql
as $$
begin
  insert into participant (company_id, id, kind) values (new.company_id, new.id, new.kind) on conflict do nothing;
  return new;
end
$$;
