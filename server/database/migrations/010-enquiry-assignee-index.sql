-- compatible
-- concurrently
-- A search finds the enquiries that a person is assigned to, by number. The list filters by assignee with the same index.

create index concurrently enquiry_assignee on enquiry (company_id, assignee_id, enquiry_no)
  include (status, enquiry_type, created_by, document_count, awaits_answer, updated_at);
