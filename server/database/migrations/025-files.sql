-- A hash is bytes: compared as such, whatever the language of the database.
alter table document alter column sha256 type text collate "C";
alter table app_user alter column picture_sha256 type text collate "C";
alter table company alter column logo_sha256 type text collate "C";

-- The bytes that the files of a company take, kept with the rows of `file`.
alter table company add column storage_bytes bigint not null default 0;

-- Each file that a company uses, in whatever row. Uses are not counted: a count that is wrong once deletes somebody's
-- document. The rows that use a file reference it, so PostgreSQL refuses to delete one in use, and an index on each
-- side finds those that are not. `last_used_at` keeps the sweep away from a file that is about to be used again.
create table file (
  company_id uuid not null references company,
  sha256 text collate "C" not null,
  size bigint not null,
  last_used_at timestamptz not null default now(),
  primary key (company_id, sha256)
);
create index file_sha256 on file (sha256);

insert into file (company_id, sha256, size)
select company_id, sha256, max(size) from (
  select company_id, sha256, size from document
  union all select company_id, picture_sha256, 0 from app_user where picture_sha256 is not null
  union all select id, logo_sha256, 0 from company where logo_sha256 is not null
) used group by company_id, sha256;
update company set storage_bytes = (select coalesce(sum(size), 0) from file where company_id = company.id);

create index document_file on document (company_id, sha256);
create index app_user_picture on app_user (company_id, picture_sha256) where picture_sha256 is not null;
alter table document add constraint document_file foreign key (company_id, sha256) references file;
alter table app_user add constraint app_user_picture foreign key (company_id, picture_sha256) references file;
alter table company add constraint company_logo foreign key (id, logo_sha256) references file;

-- How far the sweep of stored files has come: it goes on there after a restart.
create table file_sweep (
  is_only boolean primary key default true check (is_only),
  next_part text collate "C" not null default ''
);
insert into file_sweep default values;
