-- beside 0.1.0

-- When the customer was asked for a rating, and when they first gave one. The rating itself is in the enquiry.
alter table customer_thread add column rating_asked_at timestamptz;
alter table customer_thread add column rated_at timestamptz;
alter table customer_thread add column rating_comment text not null default '';
