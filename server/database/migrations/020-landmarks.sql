-- A server of the version before may still write: it waits for the end of this, instead of each for the other.
lock table enquiry in access exclusive mode;

-- Every so many enquiries by type, by summary and by last change there is a landmark, with how many of each status stand
-- from it to the next: a page in the middle of such a list is found by adding these up. `value` is what is sorted by.
create table enquiry_landmark (
  company_id uuid not null references company,
  sort text not null check (sort in ('enquiry_type', 'summery', 'updated_at')),
  value text not null,
  enquiry_no integer not null,
  status text not null,
  count integer not null,
  primary key (company_id, sort, value, enquiry_no, status)
);

-- What came, or has another status or moment, since the landmarks were counted. Each message brings its enquiry to the
-- newest place of all: counted there at once, everybody's would wait for each other.
create table enquiry_move (
  company_id uuid not null,
  enquiry_no integer not null,
  status_before text,
  updated_before timestamptz,
  status text not null,
  updated_at timestamptz not null
);
create index enquiry_move_company on enquiry_move (company_id);

create function note_enquiry_move() returns trigger
language plpgsql
as $$
begin
  insert into enquiry_move
  values (new.company_id, new.enquiry_no, old.status, old.updated_at, new.status, new.updated_at);
  return null;
end
$$;
create trigger enquiry_moved after insert or update of status, updated_at on enquiry
for each row execute function note_enquiry_move();

-- A moment as a text that sorts as the moments do.
create function landmark_moment(moment timestamptz) returns text
language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00');

-- What the moves change of the counts, at the landmark before each.
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

-- Whoever has moves is looked at soon, and gets landmarks if there are enough to count: so one that moves nothing.
insert into enquiry_move
select e.company_id, e.enquiry_no, e.status, e.updated_at, e.status, e.updated_at
from company c
cross join lateral (select * from enquiry where company_id = c.id order by enquiry_no desc limit 1) e;
