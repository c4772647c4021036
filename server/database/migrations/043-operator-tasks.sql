-- beside 0.1.0

-- Backups and checks that operators have started on the page /operator. They belong to no company.
create table operator_task (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'verify', 'check')),
  -- The name of the backup that is verified.
  backup text check ((kind = 'verify') = (backup is not null)),
  requested_by text not null,
  started_at timestamptz not null default clock_timestamp(),
  -- The server that runs it says here that it still does.
  alive_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  outcome text check (outcome in ('succeeded', 'failed', 'interrupted')),
  lines text[] not null default '{}',
  check ((finished_at is null) = (outcome is null))
);

-- One task runs at a time.
create unique index operator_task_running on operator_task ((finished_at is null)) where finished_at is null;
create index operator_task_started on operator_task (started_at);
create index operator_task_verified on operator_task (backup, started_at desc) where backup is not null;
