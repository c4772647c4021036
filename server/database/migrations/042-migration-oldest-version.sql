-- beside 0.1.0

-- The oldest version that works with the schema after the migration. Null if that is 0.1.0, which reads is_compatible instead.
alter table migration add column oldest_version text;
