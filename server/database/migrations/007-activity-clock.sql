-- beside 0.1.0

-- A change that a message makes is recorded after the message, and now() is the start of their transaction.
alter table activity alter column created_at set default clock_timestamp();
