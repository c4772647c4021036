-- concurrently
-- compatible

-- The queue leaves out enquiries on hold unless they are asked for. Servers of the previous version read the same rows
-- from other indexes meanwhile.
create index concurrently enquiry_queue_active on enquiry (company_id, coalesce(waiting_since, 'infinity'), enquiry_no)
  where status not in ('closed', 'onHold');
create index concurrently enquiry_queue_active_unassigned on enquiry
  (company_id, coalesce(waiting_since, 'infinity'), enquiry_no)
  where assignee_id is null and status not in ('closed', 'onHold');
drop index concurrently if exists enquiry_queue;
drop index concurrently if exists enquiry_queue_unassigned;
