-- As before, but for who may not read the threads: with `own_only` the words of messages (seq > 0) do not count.
drop function find_enquiry_numbers(uuid, text, text[], integer, integer);
create function find_enquiry_numbers(
  company uuid, tag text, sought text[], wanted integer, own_only boolean, inout stretch integer,
  out numbers integer[]
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
          where w.words @@ query and w.company_id is not distinct from company and (w.seq = 0 or not own_only));
      elsif cardinality(found_numbers) < 64 then
        found_numbers := array(
          select distinct enquiry_no from (
            select w.enquiry_no, w.words from enquiry_words w
            where w.company_id = company and w.enquiry_no = any(found_numbers) and (w.seq = 0 or not own_only)
            offset 0
          ) few where words @@ query);
      else
        found_numbers := array(
          select unnest(found_numbers) intersect
          select w.enquiry_no from enquiry_words w
          where w.words @@ query and w.company_id is not distinct from company and (w.seq = 0 or not own_only));
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

-- Nobody's enquiries with a message that waits for an answer: unread for all who may answer, the newest first.
create index enquiry_waits_for_anybody on enquiry (company_id, updated_at, enquiry_no)
  where assignee_id is null and awaits_answer and status <> 'closed' and last_message_seq > 0;
-- What somebody has closed, the newest first; of the company `enquiry_status` serves.
create index enquiry_closed_assignee on enquiry (company_id, assignee_id, enquiry_no)
  where status = 'closed' and assignee_id is not null;
