-- concurrently
-- beside 0.1.0
-- A user or a contact raises an enquiry: exactly one of the two, because a participant is of one kind.

alter table enquiry drop constraint if exists enquiry_requester,
  add constraint enquiry_requester foreign key (company_id, created_by) references participant not valid;
alter table enquiry validate constraint enquiry_requester;
alter table enquiry drop constraint if exists enquiry_company_id_created_by_fkey;
