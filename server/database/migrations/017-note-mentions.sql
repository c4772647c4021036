-- beside 0.1.0

-- The people whose @name a note contains, with the name as it stands there: people change their names later.
create table note_mention (
  company_id uuid not null,
  note_id uuid not null,
  user_id uuid not null,
  name text not null,
  primary key (company_id, note_id, user_id),
  foreign key (company_id, note_id) references note
);
