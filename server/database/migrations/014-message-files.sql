-- beside 0.1.0

-- Messages without files, which are most, are read without looking for files.
alter table message add column file_count smallint not null default 0;

-- A file of a message. Its bytes are in the storage, under their hash. The key reads the files of a message, and the newest
-- files of a thread.
create table message_file (
  company_id uuid not null,
  id uuid not null,
  enquiry_id uuid not null,
  seq integer not null,
  position smallint not null,
  name text not null,
  -- The type and the size in pixels of an image; null for any other file, which can only be downloaded.
  type text,
  width integer,
  height integer,
  size integer not null,
  sha256 text collate "C" not null,
  -- The hash before the metadata of an image was removed. It identifies a message that is sent again.
  received_sha256 text collate "C" not null,
  primary key (company_id, enquiry_id, seq, position),
  foreign key (company_id, enquiry_id, seq) references message
);
create index message_file_file on message_file (company_id, sha256);
