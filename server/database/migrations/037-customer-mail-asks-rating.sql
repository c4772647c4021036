-- beside 0.1.0

-- Whether the mail asks for a rating, after its replies or without any. Then its kind is 'reply', too, because further
-- replies are added to it while it waits, and a server of the version before drops a mail without replies.
alter table customer_mail add column asks_rating boolean not null default false;
