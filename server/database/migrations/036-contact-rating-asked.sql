-- beside 0.1.0

-- When the contact was last asked for a rating, of any enquiry.
alter table contact add column rating_asked_at timestamptz;
