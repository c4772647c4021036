-- An event can stand for many enquiries: those that a batch of a job has changed, by the first and last of their numbers.
alter table event add column from_enquiry_no bigint, add column to_enquiry_no bigint;
