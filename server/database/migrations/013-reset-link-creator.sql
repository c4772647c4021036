-- beside 0.1.0

-- The owner who made the link for a colleague; null if the person asked for it.
alter table password_reset add column created_by uuid;
