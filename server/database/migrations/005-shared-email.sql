-- beside 0.1.0
-- concurrently
-- Several accounts may share an unconfirmed address. Servers of the previous version need the index dropped here to
-- register people.

create unique index concurrently app_user_confirmed_email on app_user (lower(email)) where email_confirmed_at is not null;
create index concurrently app_user_by_email on app_user (lower(email));
drop index concurrently if exists app_user_email;
