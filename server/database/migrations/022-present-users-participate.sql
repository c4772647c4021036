-- beside 0.1.0
-- in batches of app_user

insert into participant (company_id, id, kind)
select company_id, id, kind from app_user where ctid >= $from and ctid < $to
on conflict do nothing
