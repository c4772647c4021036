-- beside 0.1.0

-- Whether something proves who wrote the mail.
alter table message_email add column is_verified boolean not null default true;
