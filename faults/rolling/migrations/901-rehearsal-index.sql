-- beside 0.1.0
-- concurrently

create index concurrently message_rehearsed on message (company_id, rehearsed);
