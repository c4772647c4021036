-- As before, but of several words the rarest is looked up first, and what it finds is looked at one by one where the
-- next word would find much more: a frequent word and a rare one read all texts with the frequent one.
create or replace function find_enquiry_numbers(
  company uuid, tag text, sought text[], wanted integer, own_only boolean, inout stretch integer,
  out numbers integer[]
)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  width integer := 1;
  looked integer := 0;
  -- In how many texts of a stretch each word is; of the newest but one, which is full.
  sample integer := greatest(stretch - 1, 0);
  hits integer[] := '{}';
  query tsquery;
  found_numbers integer[];
begin
  if cardinality(sought) > 1 then
    for at in 1 .. cardinality(sought) loop
      query := (tag || lpad(to_hex(sample), 6, '0') || sought[at] || ':*')::tsquery;
      hits := hits || (
        select count(*)::integer from (select 1 from enquiry_words w where w.words @@ query limit 5000) texts);
    end loop;
    select array_agg(word order by count), array_agg(count order by count) into sought, hits
    from unnest(sought, hits) as counted(word, count);
  end if;
  numbers := '{}';
  while stretch >= 0 and cardinality(numbers) < wanted loop
    for at in 1 .. cardinality(sought) loop
      if at > 1 and (cardinality(found_numbers) < 64 or cardinality(found_numbers) < hits[at] * width / 8) then
        found_numbers := array(
          select n from unnest(found_numbers) n where exists (
            select from (
              select w.words from enquiry_words w
              where w.company_id = company and w.enquiry_no = n and (w.seq = 0 or not own_only)
              offset 0
            ) texts where texts.words @@ (tag || lpad(to_hex(n / 1024), 6, '0') || sought[at] || ':*')::tsquery));
      else
        select string_agg(tag || lpad(to_hex(s), 6, '0') || sought[at] || ':*', '|')::tsquery into query
        from generate_series(greatest(0, stretch - width + 1), stretch) s;
        if at = 1 then
          found_numbers := array(
            select distinct w.enquiry_no from enquiry_words w
            where w.words @@ query and w.company_id is not distinct from company and (w.seq = 0 or not own_only));
        else
          found_numbers := array(
            select unnest(found_numbers) intersect
            select w.enquiry_no from enquiry_words w
            where w.words @@ query and w.company_id is not distinct from company and (w.seq = 0 or not own_only));
        end if;
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
