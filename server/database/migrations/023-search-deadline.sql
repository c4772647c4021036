-- The search for a company's enquiries stops at a deadline: `budget` is in milliseconds. `below`, where to go on, tells a
-- caller whether it came to the end; at least one step is made. The rest is as it was: the numbers of the enquiries in
-- whose words all of `sought` begin one, the newest first and under `below`, at least `wanted` of them, or all. With
-- `own_only` the words of messages (seq > 0) do not count.
--
-- The newest 256 are looked at one by one, which shows how frequent each word is: for a frequent one that is enough. For
-- the rest the rarest word is looked up, in as many stretches as should hold what is needed, and what it finds is looked
-- at one by one where the next word would find much more. Each table is read by the index that suits: the planner, which
-- cannot know how rare a word is, has no choice.
drop function find_enquiry_numbers(uuid, text, text[], integer, boolean, integer);
create function find_enquiry_numbers(
  company uuid, tag text, sought text[], wanted integer, own_only boolean, inout below integer,
  budget integer default 1000, out numbers integer[]
)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  newest constant integer := below;
  deadline constant timestamptz := clock_timestamp() + budget * interval '1 millisecond';
  walk integer := 256;
  walked integer := 0;
  hits integer[] := array_fill(0, array[cardinality(sought)]);
  stretches integer;
  low integer;
  needed integer;
  share double precision;
  rarest double precision;
  query tsquery;
  matching integer[];
  found_numbers integer[];
begin
  numbers := '{}';
  while below > 1 and cardinality(numbers) < wanted loop
    low := greatest(1, case when walk > 0 then below - walk else ((below - 1) / 8192 - stretches + 1) * 8192 end);
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
    exit when clock_timestamp() > deadline;
    needed := wanted - cardinality(numbers);
    share := greatest(cardinality(numbers), 0.5) / (newest - below);
    rarest := greatest(hits[1], 0.5) / walked;
    -- One by one while that reads fewer texts than the next stretch has with the rarest word.
    walk := case when needed / share < 4096 * rarest then ceil(needed / share * 1.2) else 0 end;
    stretches := least(128, ceil(needed / share * 1.2 / 8192), ceil(greatest(4096, needed * 2) / (rarest * 8192)));
  end loop;
end
$$;
