-- Brings a database that the 21 files before the initial schema made to the initial schema. There were no installations
-- with data then: unlike a migration, this may lock what it changes.
alter table company alter column last_enquiry_no type bigint;
alter table enquiry_words alter column enquiry_no type bigint;
alter table job_item alter column enquiry_no type bigint;
drop view enquiry_landmark_change;
alter table enquiry alter column enquiry_no type bigint;
alter table enquiry_landmark alter column enquiry_no type bigint;
alter table enquiry_move alter column enquiry_no type bigint;
drop function find_enquiry_numbers(uuid, text, text[], integer, boolean, integer);
drop function beginning_with(text, text, integer, integer);
create view enquiry_landmark_change as
select c.company_id, c.sort, coalesce(l.value, '') as value, coalesce(l.enquiry_no, 0) as enquiry_no, c.status, c.count
from (
  select m.company_id, 'updated_at' as sort, landmark_moment(k.moment) as value, m.enquiry_no, k.status, k.count
  from enquiry_move m
  cross join lateral (
    values (m.updated_before, m.status_before, -1), (m.updated_at, m.status, 1)
  ) k(moment, status, count)
  where k.status is not null
  union all
  select m.company_id, s.sort, s.value, m.enquiry_no, k.status, k.count
  from enquiry_move m
  cross join (values ('enquiry_type'), ('summery')) o(sort)
  cross join lateral (
    select o.sort, case o.sort when 'summery' then summery else enquiry_type end as value from enquiry
    where company_id = m.company_id and enquiry_no = m.enquiry_no limit 1
  ) s
  cross join lateral (values (m.status_before, -1), (m.status, 1)) k(status, count)
  where k.status is not null and m.status_before is distinct from m.status
) c
left join lateral (
  select value, enquiry_no from enquiry_landmark
  where company_id = c.company_id and sort = c.sort and (value, enquiry_no) <= (c.value, c.enquiry_no)
  order by value desc, enquiry_no desc limit 1
) l on true;
create function beginning_with(word text, tag text, low bigint, below bigint) returns tsquery
language sql immutable
as $$
  select string_agg(tag || lpad(to_hex(stretch), 6, '0') || word || ':*', '|')::tsquery
  from generate_series(low / 8192, (below - 1) / 8192) stretch
$$;
create function find_enquiry_numbers(
  company uuid, tag text, sought text[], wanted integer, own_only boolean, inout below bigint, out numbers bigint[]
)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  newest constant bigint := below;
  -- No company has words below this: one that came from elsewhere may begin with a large number.
  first constant bigint := coalesce((
    select w.enquiry_no from enquiry_words w where w.company_id = company order by w.enquiry_no limit 1), 1);
  walk bigint := 256;
  walked bigint := 0;
  hits integer[] := array_fill(0, array[cardinality(sought)]);
  stretches bigint;
  low bigint;
  needed integer;
  share double precision;
  rarest double precision;
  query tsquery;
  matching bigint[];
  found_numbers bigint[];
begin
  numbers := '{}';
  while below > first and cardinality(numbers) < wanted loop
    low := greatest(first, case when walk > 0 then below - walk else ((below - 1) / 8192 - stretches + 1) * 8192 end);
    for at in 1 .. cardinality(sought) loop
      query := beginning_with(sought[at], tag, low, below);
      if walk > 0 then
        matching := array(
          select distinct texts.enquiry_no from (
            select w.enquiry_no, w.words from enquiry_words w
            where w.company_id = company and w.enquiry_no >= low and w.enquiry_no < below
              and (w.seq = 0 or not own_only)
            offset 0
          ) texts where texts.words @@ query);
        hits[at] := hits[at] + cardinality(matching);
        found_numbers := case at when 1 then matching
          else array(select unnest(found_numbers) intersect select unnest(matching)) end;
      elsif at = 1 then
        found_numbers := array(
          select distinct w.enquiry_no from enquiry_words w
          where w.words @@ query and w.company_id is not distinct from company and w.enquiry_no + 0 < below
            and (w.seq = 0 or not own_only));
      elsif cardinality(found_numbers) < greatest(64, hits[at]::bigint * (below - low) / walked / 8) then
        found_numbers := array(
          select n from unnest(found_numbers) n where exists (
            select from (
              select w.words from enquiry_words w
              where w.company_id = company and w.enquiry_no = n and (w.seq = 0 or not own_only)
              offset 0
            ) texts where texts.words @@ (tag || lpad(to_hex(n / 8192), 6, '0') || sought[at] || ':*')::tsquery));
      else
        found_numbers := array(
          select unnest(found_numbers) intersect
          select w.enquiry_no from enquiry_words w
          where w.words @@ query and w.company_id is not distinct from company and (w.seq = 0 or not own_only));
      end if;
      exit when walk = 0 and found_numbers = '{}';
    end loop;
    numbers := numbers || array(select n from unnest(found_numbers) n order by n desc);
    if walk > 0 then
      walked := walked + below - low;
      select array_agg(word order by hit), array_agg(hit order by hit) into sought, hits
      from unnest(sought, hits) as counted(word, hit);
    end if;
    below := low;
    needed := wanted - cardinality(numbers);
    share := greatest(cardinality(numbers), 0.5) / (newest - below);
    rarest := greatest(hits[1], 0.5) / walked;
    -- One by one while that reads fewer texts than the next stretch has with the rarest word.
    walk := case when needed / share < 4096 * rarest then ceil(needed / share * 1.2) else 0 end;
    stretches := least(128, ceil(needed / share * 1.2 / 8192), ceil(greatest(4096, needed * 2) / (rarest * 8192)));
  end loop;
  if below <= first then
    below := 1;
  end if;
end
$$;
create index session_expires_at on session (expires_at);
create index password_reset_expires_at on password_reset (expires_at);
create index sign_in_failure_last_at on sign_in_failure (last_at);
create index job_finished_at on job (finished_at) where finished_at is not null;
