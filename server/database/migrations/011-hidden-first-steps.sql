-- beside 0.1.0

-- Whether this person has hidden the checklist of an owner's first steps.
alter table app_user add column has_hidden_first_steps boolean not null default false;
