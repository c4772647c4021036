-- Numbers are given in the order of creation, so that one index serves both; a moment is that of its number.
alter table enquiry alter column created_at set default clock_timestamp();
alter table enquiry
  add column document_count smallint not null default 0,
  -- Whether the last word in the thread, or the enquiry itself, is the customer's.
  add column awaits_answer boolean not null default true;
update enquiry e set
  document_count = (select count(*) from document d where d.company_id = e.company_id and d.enquiry_id = e.id),
  awaits_answer = coalesce((
    select m.side = 'customer' from message m where m.company_id = e.company_id and m.enquiry_id = e.id
    order by m.seq desc limit 1), true);

drop index enquiry_created;
drop index enquiry_updated;
drop index enquiry_status_created;
create index enquiry_created on enquiry (company_id, created_at, enquiry_no);
create index enquiry_updated on enquiry (company_id, updated_at, enquiry_no);
create index enquiry_status on enquiry (company_id, status, enquiry_no);
create index enquiry_type_no on enquiry (company_id, enquiry_type, enquiry_no);
create index enquiry_summery on enquiry (company_id, summery, enquiry_no);
create index enquiry_raised_by on enquiry (company_id, created_by, enquiry_no);
create index enquiry_with_documents on enquiry (company_id, enquiry_no) where document_count > 0;
create index enquiry_unanswered on enquiry (company_id, enquiry_no) where awaits_answer and status <> 'closed';

-- The kept totals of each stretch of 1024 numbers: a page far down is found by adding these up.
create table enquiry_stretch_count (
  company_id uuid not null references company,
  stretch integer not null,
  status text not null,
  count integer not null check (count >= 0),
  primary key (company_id, stretch, status)
);
insert into enquiry_stretch_count
select company_id, enquiry_no / 1024, status, count(*) from enquiry group by 1, 2, 3;

-- The words of an enquiry's own texts (seq 0) and of each of its messages, as server/enquiries/words.ts makes them:
-- each behind a tag of company and stretch of numbers, so that a search reads the newest stretches first and never
-- another company's. No foreign key: it would cost each message a look-up, and
-- nothing is ever deleted.
create table enquiry_words (
  company_id uuid not null,
  enquiry_no integer not null,
  seq integer not null,
  words tsvector not null,
  primary key (company_id, enquiry_no, seq)
);
create index enquiry_words_words on enquiry_words using gin (words) with (gin_pending_list_limit = 1024);

-- What was written before there were words; worked off by the server in the background.
create table enquiry_words_missing (
  company_id uuid not null,
  enquiry_id uuid not null,
  primary key (company_id, enquiry_id)
);
insert into enquiry_words_missing select company_id, id from enquiry;

-- The numbers of a company's enquiries in whose words all of `sought` begin one, the newest first: at least `wanted`
-- of them, or all. Looks through one stretch, then through as many as should hold the rest; `stretch` comes back as the
-- next to look at, -1 at the end. Each is read by the index of words alone: the planner, which cannot know how rare a
-- word is, has no choice.
create function find_enquiry_numbers(
  company uuid, tag text, sought text[], wanted integer, inout stretch integer, out numbers integer[]
)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  width integer := 1;
  looked integer := 0;
  sought_word text;
  query tsquery;
  found_numbers integer[];
begin
  numbers := '{}';
  while stretch >= 0 and cardinality(numbers) < wanted loop
    found_numbers := null;
    foreach sought_word in array sought loop
      select string_agg(tag || lpad(to_hex(s), 6, '0') || sought_word || ':*', '|')::tsquery into query
      from generate_series(greatest(0, stretch - width + 1), stretch) s;
      if found_numbers is null then
        found_numbers := array(
          select distinct w.enquiry_no from enquiry_words w
          where w.words @@ query and w.company_id is not distinct from company);
      elsif cardinality(found_numbers) < 64 then
        found_numbers := array(
          select distinct enquiry_no from (
            select w.enquiry_no, w.words from enquiry_words w
            where w.company_id = company and w.enquiry_no = any(found_numbers) offset 0
          ) few where words @@ query);
      else
        found_numbers := array(
          select unnest(found_numbers) intersect
          select w.enquiry_no from enquiry_words w
          where w.words @@ query and w.company_id is not distinct from company);
      end if;
      exit when found_numbers = '{}';
    end loop;
    numbers := numbers || array(select n from unnest(found_numbers) n order by n desc);
    stretch := greatest(stretch - width, -1);
    looked := looked + width;
    width := least(width * 4, 256, case
      when numbers = '{}' then 256
      else ceil((wanted - cardinality(numbers)) * looked * 1.2 / cardinality(numbers)) end);
    width := greatest(width, 1);
  end loop;
end
$$;

-- Moves the kept totals: `moved[i]` more of `statuses[i]` in `stretches[i]`. Rows are taken in one order, so that two
-- changes cannot wait for each other.
create function count_enquiries(company uuid, stretches integer[], statuses text[], moved integer[]) returns void
language plpgsql
as $$
declare
  change record;
begin
  for change in
    select m.status, sum(m.more)::integer as more from unnest(statuses, moved) m(status, more) group by 1 order by 1
  loop
    insert into enquiry_count as c (company_id, status, count)
    values (company, change.status, greatest(change.more, 0))
    on conflict (company_id, status) do update set count = c.count + change.more;
  end loop;
  for change in
    select m.stretch, m.status, sum(m.more)::integer as more from unnest(stretches, statuses, moved) m(stretch, status, more)
    group by 1, 2 order by 1, 2
  loop
    insert into enquiry_stretch_count as c (company_id, stretch, status, count)
    values (company, change.stretch, change.status, greatest(change.more, 0))
    on conflict (company_id, stretch, status) do update set count = c.count + change.more;
  end loop;
end
$$;

-- A view of the list under a name: its maker's alone, or the company's.
create table saved_view (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  query text not null,
  is_shared boolean not null,
  made_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, made_by) references app_user
);
create unique index saved_view_shared_name on saved_view (company_id, lower(name)) where is_shared;
create unique index saved_view_own_name on saved_view (company_id, made_by, lower(name)) where not is_shared;

-- A change of many enquiries, worked off in short batches by whichever server is free; `undoes` the job it takes back.
create table job (
  company_id uuid not null references company,
  id uuid not null,
  kind text not null check (kind in ('change', 'undo')),
  status text,
  undoes uuid,
  made_by uuid not null,
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  created_at timestamptz not null default now(),
  -- Set back when a batch fails, so that one job does not hold up the others.
  not_before timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, made_by) references app_user
);
create unique index job_undoes on job (company_id, undoes);
create index job_unfinished on job (created_at) where finished_at is null;
create index job_made_by on job (company_id, made_by, created_at);

-- `status_before` and `version` are those of a changed enquiry: an undo gives back the one where the other still holds.
create table job_item (
  company_id uuid not null,
  job_id uuid not null,
  position integer not null,
  enquiry_no integer not null,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'changed', 'unchanged', 'changed-since', 'missing')),
  status_before text,
  version integer,
  primary key (company_id, job_id, position),
  foreign key (company_id, job_id) references job
);
