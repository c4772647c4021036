-- Of a list by type, summary or last change, in which only some statuses are asked for, what stands before a page far
-- down is skipped by the index alone: without the status in it each of those rows was looked at.
drop index enquiry_updated;
drop index enquiry_type_no;
drop index enquiry_summery;
create index enquiry_updated on enquiry (company_id, updated_at, enquiry_no) include (status);
create index enquiry_type_no on enquiry (company_id, enquiry_type, enquiry_no) include (status);
create index enquiry_summery on enquiry (company_id, summery, enquiry_no) include (status);
