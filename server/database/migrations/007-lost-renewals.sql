-- The answer to a renewal can be lost on its way. Until a token that followed is used, the one before it may come again:
-- it gets another follower, and the earlier ones stay good, for one of them may have arrived after all.
alter table session
  add column previous_hash bytea,
  add column other_hashes bytea[] not null default '{}',
  add column renewed_at timestamptz not null default now();
