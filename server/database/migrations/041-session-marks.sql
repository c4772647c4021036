-- beside 0.1.0

-- How much a replica must have replayed before it serves the session's lists. Only servers with a replica write these.
-- A request counts here from before it writes until after its commit, so that a crash between the two leaves a trace.
alter table session add column writes_in_progress integer not null default 0;
alter table session add column write_began_at timestamptz;
-- A position in the write-ahead log after the session's last write; null if it is not known.
alter table session add column last_write pg_lsn;
-- Whether the session has received live events, which its lists must contain as well.
alter table session add column follows_events boolean not null default false;
