-- beside 0.1.0

-- Whether a note mentions the person that they have not seen yet. Apart from is_unread, which follows from the numbers of
-- the messages alone.
alter table seen add column has_mention boolean not null default false;
