-- Whether what stands in a list's order passes the filters is told by its index alone: each row was looked at, 100,000
-- and more for a page far down. Whatever changes one of these changes an index anyway.
drop index enquiry_updated;
drop index enquiry_type_no;
drop index enquiry_summery;
drop index enquiry_status;
drop index enquiry_no;
drop index enquiry_raised_by;
drop index enquiry_type_status;
drop index enquiry_raised_by_status;
drop index enquiry_with_documents;
drop index enquiry_unanswered;
create index enquiry_updated on enquiry (company_id, updated_at, enquiry_no)
  include (status, enquiry_type, created_by, document_count, awaits_answer);
create index enquiry_type_no on enquiry (company_id, enquiry_type, enquiry_no)
  include (status, created_by, document_count, awaits_answer, updated_at);
create index enquiry_summery on enquiry (company_id, summery, enquiry_no)
  include (status, enquiry_type, created_by, document_count, awaits_answer, updated_at);
create index enquiry_status on enquiry (company_id, status, enquiry_no)
  include (enquiry_type, created_by, document_count, awaits_answer, updated_at);
create unique index enquiry_no on enquiry (company_id, enquiry_no)
  include (status, enquiry_type, created_by, document_count, awaits_answer, updated_at);
create index enquiry_raised_by on enquiry (company_id, created_by, enquiry_no)
  include (status, enquiry_type, document_count, awaits_answer, updated_at);
create index enquiry_with_documents on enquiry (company_id, enquiry_no)
  include (status, enquiry_type, created_by, awaits_answer, updated_at) where document_count > 0;
create index enquiry_unanswered on enquiry (company_id, enquiry_no)
  include (status, enquiry_type, created_by, document_count, updated_at) where awaits_answer and status <> 'closed';
create index enquiry_type_status on enquiry (company_id, enquiry_type, status, enquiry_no)
  include (created_by, document_count, awaits_answer, updated_at);
create index enquiry_raised_by_status on enquiry (company_id, created_by, status, enquiry_no)
  include (enquiry_type, document_count, awaits_answer, updated_at);
create index enquiry_with_documents_status on enquiry (company_id, status, enquiry_no)
  include (enquiry_type, created_by, awaits_answer, updated_at) where document_count > 0;
