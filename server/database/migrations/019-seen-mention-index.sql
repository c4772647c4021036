-- beside 0.1.0
-- concurrently
-- The enquiries with an unseen mention of a person, for the count of what is unread.

create index concurrently seen_mentioned on seen (company_id, user_id) where has_mention;
