-- concurrently
-- beside 0.1.0

alter table app_user drop constraint if exists app_user_participant,
  add constraint app_user_participant foreign key (company_id, id, kind) references participant (company_id, id, kind) not valid;
alter table app_user validate constraint app_user_participant;
alter table app_user validate constraint app_user_kind;
