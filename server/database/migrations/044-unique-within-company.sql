-- concurrently
-- beside 0.1.0
-- A unique index without the company keeps a table from being distributed by company. These are not needed: a token has 128
-- bits of a keyed hash, and an id is a random UUID. Looking them up needs an index only.

create index concurrently customer_link_token on customer_link (token_hash);
alter table customer_link drop constraint if exists customer_link_token_hash_key;
create index concurrently submission_token on submission (token_hash) where token_hash is not null;
alter table submission drop constraint if exists submission_token_hash_key;
create index concurrently customer_mail_by_id on customer_mail (id);
drop index if exists customer_mail_id;
