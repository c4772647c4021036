-- beside 0.1.0

-- Whether a reply to an unassigned enquiry assigns it to the person who writes the reply.
alter table company add column assigns_on_reply boolean not null default true;
