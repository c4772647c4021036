-- A mail is written when it is queued or, with a purpose, when it is sent; `about_id` is the invitation it tells of.
alter table mail_outbox
  add column purpose text,
  add column about_id uuid,
  add column is_refused boolean not null default false,
  alter column subject drop not null,
  alter column text_body drop not null,
  alter column html_body drop not null,
  add constraint mail_outbox_is_written
    check (purpose is not null or (subject is not null and text_body is not null and html_body is not null));

-- Of two invitations to one address at the same moment one is made.
update invitation i set withdrawn_at = now()
where accepted_at is null and withdrawn_at is null and exists (
  select from invitation n where n.company_id = i.company_id and lower(n.email) = lower(i.email)
    and n.accepted_at is null and n.withdrawn_at is null and n.id > i.id);
create unique index invitation_open on invitation (company_id, lower(email))
  where accepted_at is null and withdrawn_at is null;
