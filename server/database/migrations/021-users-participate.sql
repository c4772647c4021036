-- beside 0.1.0

alter table app_user add column kind text not null default 'user';
alter table app_user add constraint app_user_kind check (kind = 'user') not valid;
create trigger app_user_participates before insert on app_user
for each row execute function add_participant();
