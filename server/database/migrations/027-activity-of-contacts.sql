-- concurrently
-- beside 0.1.0

alter table activity drop constraint if exists activity_actor,
  add constraint activity_actor foreign key (company_id, actor_id) references participant not valid;
alter table activity validate constraint activity_actor;
alter table activity drop constraint if exists activity_company_id_actor_id_fkey;
alter table activity drop constraint if exists activity_subject_check,
  add constraint activity_subject_check check (subject in ('company', 'user', 'enquiry', 'contact')) not valid;
alter table activity validate constraint activity_subject_check;
