-- beside 0.1.0
-- concurrently
-- The list filters by rating: one index for one rating, one for several.

alter table enquiry validate constraint enquiry_rating_range;
create index concurrently enquiry_rating on enquiry (company_id, rating, enquiry_no)
  include (status, enquiry_type, created_by, assignee_id, document_count, awaits_answer, updated_at)
  where rating is not null;
create index concurrently enquiry_rated on enquiry (company_id, enquiry_no)
  include (rating, status, enquiry_type, created_by, assignee_id, document_count, awaits_answer, updated_at)
  where rating is not null;
