-- concurrently
-- beside 0.1.0

alter table message drop constraint if exists message_sender,
  add constraint message_sender foreign key (company_id, sender_id) references participant not valid;
alter table message validate constraint message_sender;
alter table message drop constraint if exists message_company_id_sender_id_fkey;
