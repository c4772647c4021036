-- beside 0.1.0

-- The types that the create form offers besides the ones in use, in the order in which owners arranged them.
alter table company add column enquiry_types text[] not null default '{}';
