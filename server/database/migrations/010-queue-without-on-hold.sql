-- concurrently
-- beside 0.1.0

-- The queue leaves out enquiries on hold unless they are asked for. Servers of the previous version still read enquiry_queue
-- and enquiry_queue_unassigned, which the next version drops.
create index concurrently enquiry_queue_active on enquiry (company_id, coalesce(waiting_since, 'infinity'), enquiry_no)
  where status not in ('closed', 'onHold');
create index concurrently enquiry_queue_active_unassigned on enquiry
  (company_id, coalesce(waiting_since, 'infinity'), enquiry_no)
  where assignee_id is null and status not in ('closed', 'onHold');
