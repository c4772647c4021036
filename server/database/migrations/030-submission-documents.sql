-- beside 0.1.0

-- The images of a submission, until they become the documents of its enquiry. They are shown to nobody.
create table submission_document (
  company_id uuid not null,
  submission_id uuid not null,
  position smallint not null,
  name text not null,
  type text not null,
  size integer not null,
  width integer not null,
  height integer not null,
  sha256 text collate "C" not null,
  primary key (company_id, submission_id, position),
  foreign key (company_id, submission_id) references submission on delete cascade,
  constraint submission_document_file foreign key (company_id, sha256) references file
);
create index submission_document_file on submission_document (company_id, sha256);
