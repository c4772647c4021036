-- beside 0.1.0
-- concurrently
-- The list filters by assignee: two indexes for the filter, and the indexes that give the list its order again, with the
-- assignee among their columns, so that a page far down is found without reading the table.

create index concurrently enquiry_assignee on enquiry (company_id, assignee_id, enquiry_no)
  include (status, enquiry_type, created_by, document_count, awaits_answer, updated_at);
create index concurrently enquiry_assignee_status on enquiry (company_id, assignee_id, status, enquiry_no)
  include (enquiry_type, created_by, document_count, awaits_answer, updated_at);

create unique index concurrently enquiry_by_no on enquiry (company_id, enquiry_no)
  include (status, enquiry_type, created_by, assignee_id, document_count, awaits_answer, updated_at);
drop index concurrently if exists enquiry_no;

create index concurrently enquiry_by_change on enquiry (company_id, updated_at, enquiry_no)
  include (status, enquiry_type, created_by, assignee_id, document_count, awaits_answer);
drop index concurrently if exists enquiry_updated;

create index concurrently enquiry_by_status on enquiry (company_id, status, enquiry_no)
  include (enquiry_type, created_by, assignee_id, document_count, awaits_answer, updated_at);
drop index concurrently if exists enquiry_status;

create index concurrently enquiry_by_type on enquiry (company_id, enquiry_type, enquiry_no)
  include (status, created_by, assignee_id, document_count, awaits_answer, updated_at);
drop index concurrently if exists enquiry_type_no;

create index concurrently enquiry_by_summery on enquiry (company_id, summery, enquiry_no)
  include (status, enquiry_type, created_by, assignee_id, document_count, awaits_answer, updated_at);
drop index concurrently if exists enquiry_summery;
