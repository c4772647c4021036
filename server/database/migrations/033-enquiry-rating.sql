-- beside 0.1.0

-- The rating of the customer, from 1 to 5.
alter table enquiry add column rating smallint;
alter table enquiry add constraint enquiry_rating_range check (rating between 1 and 5) not valid;
