-- beside 0.1.0

-- The words of each internal note, for the searches of people who may answer, with the same tags as enquiry_words. A table
-- of its own, so that a search by other people never reads them: neither its results nor its time depend on notes.
create table note_words (
  company_id uuid not null,
  enquiry_no bigint not null,
  note_id uuid not null,
  words tsvector not null,
  primary key (company_id, enquiry_no, note_id)
);
create index note_words_words on note_words using gin (words) with (gin_pending_list_limit = 64);

-- The numbers of a company's enquiries from `low` (inclusive) to `below` (exclusive) with a note that contains a word: by
-- reading all their notes, or with the index of words.
create function numbers_of_notes(company uuid, query tsquery, low bigint, below bigint, by_number boolean)
returns setof bigint
language plpgsql stable
set enable_seqscan = off
as $$
begin
  if by_number then
    return query
      select notes.enquiry_no from (
        select w.enquiry_no, w.words from note_words w
        where w.company_id = company and w.enquiry_no >= low and w.enquiry_no < below
        offset 0
      ) notes where notes.words @@ query;
  elsif exists (
    select from note_words w where w.company_id = company and w.enquiry_no >= low and w.enquiry_no < below
  ) then
    return query
      select w.enquiry_no from note_words w
      where w.words @@ query and w.company_id is not distinct from company
        and w.enquiry_no + 0 >= low and w.enquiry_no + 0 < below;
  end if;
end
$$;

-- The newest `most` numbers of a company's enquiries, from `low` (inclusive) to `below` (exclusive), that one of `people`
-- raised or is assigned to. Each person is looked up in an index, unless there are so many that reading the range takes
-- less time.
create function numbers_of_people(company uuid, people uuid[], low bigint, below bigint, most integer)
returns setof bigint
language plpgsql stable
set enable_seqscan = off
as $$
begin
  if cardinality(people) * 8 < below - low then
    return query
      select distinct e.enquiry_no from unnest(people) person cross join lateral (
        (select r.enquiry_no from enquiry r
        where r.company_id = company and r.created_by = person and r.enquiry_no >= low and r.enquiry_no < below
        order by r.enquiry_no desc limit most)
        union all
        (select a.enquiry_no from enquiry a
        where a.company_id = company and a.assignee_id = person and a.enquiry_no >= low and a.enquiry_no < below
        order by a.enquiry_no desc limit most)
      ) e order by e.enquiry_no desc limit most;
  else
    return query
      select e.enquiry_no from enquiry e
      where e.company_id = company and e.enquiry_no >= low and e.enquiry_no < below
        and (e.created_by in (select unnest(people)) or e.assignee_id in (select unnest(people)))
      order by e.enquiry_no desc limit most;
  end if;
end
$$;

-- Replaces find_enquiry_numbers, which servers of the version before use. The numbers of a company's enquiries in which
-- each of `sought` begins a word, newest first and below `below`: at least `wanted` of them, or all. `below` returns where
-- to continue, 1 at the end. It stops after `budget` milliseconds, but not before the first step is done.
--
-- A word is found in an enquiry's own texts; with `with_messages` in its messages (seq > 0); with `with_notes` in its
-- internal notes; and in the name of its requester or assignee: `people[i]` has a name with a word that begins with
-- `named[i]`, one of `sought`.
--
-- The newest 256 enquiries are checked one by one, which shows how frequent each word is and is enough for frequent words.
-- For the rest, the rarest word is looked up in as many stretches as should contain enough results, which are then checked
-- one by one if the next word would match many more. Each query allows only the suitable index, because the planner cannot
-- estimate how rare a word is.
create function search_enquiry_numbers(
  company uuid, tag text, sought text[], named text[], people uuid[], wanted integer, with_messages boolean,
  with_notes boolean, inout below bigint, budget integer, out numbers bigint[]
)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  newest constant bigint := below;
  deadline constant timestamptz := clock_timestamp() + budget * interval '1 millisecond';
  -- The company's first number, which need not be 1: imported data may start at a large number.
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
  namesakes uuid[];
  matching bigint[];
  of_people bigint[];
  most integer;
  found_numbers bigint[];
begin
  numbers := '{}';
  while below > first and cardinality(numbers) < wanted loop
    low := greatest(first, case when walk > 0 then below - walk else ((below - 1) / 8192 - stretches + 1) * 8192 end);
    for at in 1 .. cardinality(sought) loop
      namesakes := array(select n.person from unnest(named, people) n(word, person) where n.word = sought[at]);
      if walk = 0 and at > 1
        and cardinality(found_numbers) <
          greatest(case when namesakes = '{}' then 64 else 1024 end, hits[at]::bigint * (below - low) / walked / 8)
      then
        matching := array(
          select n from unnest(found_numbers) n,
            lateral (select (tag || lpad(to_hex(n / 8192), 6, '0') || sought[at] || ':*')::tsquery as beginning) q
          where namesakes <> '{}' and exists (
            select from enquiry e where e.company_id = company and e.enquiry_no = n
              and (e.created_by in (select unnest(namesakes)) or e.assignee_id in (select unnest(namesakes)))
            offset 0
          ) or exists (
            select from (
              select w.words from enquiry_words w
              where w.company_id = company and w.enquiry_no = n and (w.seq = 0 or with_messages)
              offset 0
            ) texts where texts.words @@ q.beginning));
        if with_notes then
          matching := matching || array(
            select n from (select unnest(found_numbers) except select unnest(matching)) rest(n) where exists (
              select from (
                select w.words from note_words w where w.company_id = company and w.enquiry_no = n
                offset 0
              ) notes where notes.words @@ (tag || lpad(to_hex(n / 8192), 6, '0') || sought[at] || ':*')::tsquery));
        end if;
        found_numbers := matching;
      else
        -- A person may have far more enquiries here than the newest ones promise. The step then ends with enough of them.
        most := case when walk = 0 and at = 1 then greatest(4096, needed * 2) end;
        of_people := case when namesakes = '{}' then '{}'
          else array(select numbers_of_people(company, namesakes, low, below, most)) end;
        if cardinality(of_people) = most then
          low := of_people[most];
        end if;
        query := beginning_with(sought[at], tag, low, below);
        if walk > 0 then
          matching := array(
            select distinct texts.enquiry_no from (
              select w.enquiry_no, w.words from enquiry_words w
              where w.company_id = company and w.enquiry_no >= low and w.enquiry_no < below
                and (w.seq = 0 or with_messages)
              offset 0
            ) texts where texts.words @@ query);
        else
          matching := array(
            select distinct w.enquiry_no from enquiry_words w
            where w.words @@ query and w.company_id is not distinct from company
              and w.enquiry_no + 0 >= low and w.enquiry_no + 0 < below and (w.seq = 0 or with_messages));
        end if;
        if with_notes then
          matching := array(
            select unnest(matching) union
            select numbers_of_notes(company, query, low, below, walk > 0));
        end if;
        if of_people <> '{}' then
          matching := array(select unnest(matching) union select unnest(of_people));
        end if;
        if walk > 0 then
          hits[at] := hits[at] + cardinality(matching);
        end if;
        found_numbers := case at when 1 then matching
          else array(select unnest(found_numbers) intersect select unnest(matching)) end;
      end if;
      exit when walk = 0 and found_numbers = '{}';
    end loop;
    numbers := numbers || array(select n from unnest(found_numbers) n order by n desc);
    if walk > 0 then
      walked := walked + below - low;
      select array_agg(word order by hit, word = any(named)), array_agg(hit order by hit, word = any(named)) into sought, hits
      from unnest(sought, hits) as counted(word, hit);
    end if;
    below := low;
    exit when clock_timestamp() > deadline;
    needed := wanted - cardinality(numbers);
    share := greatest(cardinality(numbers), 0.5) / (newest - below);
    rarest := greatest(hits[1], 0.5) / walked;
    -- Check one by one while that reads fewer texts than the next stretch has with the rarest word.
    walk := case when needed / share < 4096 * rarest then ceil(needed / share * 1.2) else 0 end;
    stretches := least(128, ceil(needed / share * 1.2 / 8192), ceil(greatest(4096, needed * 2) / (rarest * 8192)));
  end loop;
  if below <= first then
    below := 1;
  end if;
end
$$;
