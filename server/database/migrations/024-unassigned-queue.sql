-- What nobody answers yet stands between what others answer: without these, each enquiry of the queue was looked at.
create index enquiry_queue_unassigned on enquiry (company_id, coalesce(waiting_since, 'infinity'), enquiry_no)
  where assignee_id is null and status <> 'closed';
create index enquiry_queue_unassigned_status on enquiry
  (company_id, status, coalesce(waiting_since, 'infinity'), enquiry_no) where assignee_id is null and status <> 'closed';
create index enquiry_closed_unassigned on enquiry (company_id, enquiry_no)
  where status = 'closed' and assignee_id is null;
