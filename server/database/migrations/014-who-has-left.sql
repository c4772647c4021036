-- What people answer who may answer no more goes back to nobody, by a change of many in an owner's name.
with gone as (
  select u.company_id, u.id as user_id, gen_random_uuid() as job_id, (
    select o.id from app_user o where o.company_id = u.company_id and o.role = 'owner' and o.deactivated_at is null
    order by o.id limit 1) as owner_id
  from app_user u where u.deactivated_at is not null or u.role not in ('owner', 'agent')
), item as (
  select g.company_id, g.job_id, g.owner_id, e.enquiry_no,
    row_number() over (partition by g.company_id, g.job_id order by e.enquiry_no) as position
  from gone g join enquiry e on e.company_id = g.company_id and e.assignee_id = g.user_id and e.status <> 'closed'
  where g.owner_id is not null
), ordered as (
  insert into job (company_id, id, kind, field, made_by, total)
  select company_id, job_id, 'change', 'assignee', owner_id, count(*) from item group by 1, 2, owner_id
)
insert into job_item (company_id, job_id, position, enquiry_no)
select company_id, job_id, position, enquiry_no from item;
