-- beside 0.1.0

-- The mails to users that the mail server has accepted, so that reports and answers that come back are recognised. Those to customers are
-- in customer_mail.
create table sent_mail (
  id uuid primary key,
  recipient text not null,
  purpose text,
  about_id uuid,
  sent_at timestamptz not null default now(),
  answered_at timestamptz
);
create index sent_mail_by_age on sent_mail (sent_at);

-- The address in `From`, where the mail names another one for answers, which is the address of the contact.
alter table message_email add column sent_from text;
