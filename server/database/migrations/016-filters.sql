-- Of a type, or of one person, often only what is open is asked for: without these each of them was looked at.
create index enquiry_type_status on enquiry (company_id, enquiry_type, status, enquiry_no);
create index enquiry_raised_by_status on enquiry (company_id, created_by, status, enquiry_no);
