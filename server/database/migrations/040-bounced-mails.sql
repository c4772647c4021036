-- concurrently
-- beside 0.1.0

alter table customer_mail add column if not exists reason text;
alter table customer_mail drop constraint if exists customer_mail_state_check,
  add constraint customer_mail_state_check
    check (state in ('waiting', 'sending', 'sent', 'refused', 'bounced', 'dropped')) not valid;
alter table customer_mail validate constraint customer_mail_state_check;
alter table customer_mail drop constraint if exists customer_mail_kind_check,
  add constraint customer_mail_kind_check check (kind in ('receipt', 'reply', 'leftOut')) not valid;
alter table customer_mail validate constraint customer_mail_kind_check;
