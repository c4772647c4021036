-- Brings a database that the 21 files before the initial schema made to the initial schema. There were no installations
-- with data then: unlike a migration, this may lock what it changes.
create index session_expires_at on session (expires_at);
create index password_reset_expires_at on password_reset (expires_at);
create index sign_in_failure_last_at on sign_in_failure (last_at);
create index job_finished_at on job (finished_at) where finished_at is not null;
