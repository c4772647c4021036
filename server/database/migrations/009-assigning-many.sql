-- A change of many gives them a status, or to `assignee_id` (nobody where that is null) to answer.
alter table job
  add column field text not null default 'status' check (field in ('status', 'assignee')),
  add column assignee_id uuid,
  add foreign key (company_id, assignee_id) references app_user;

alter table job_item
  add column assignee_before uuid,
  drop constraint job_item_outcome_check,
  add constraint job_item_outcome_check
    check (outcome in ('waiting', 'changed', 'unchanged', 'changed-since', 'not-possible', 'missing'));
