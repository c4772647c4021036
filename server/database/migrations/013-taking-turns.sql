-- Jobs take turns: the one that was worked at longest ago comes next.
alter table job add column worked_at timestamptz not null default '-infinity';
