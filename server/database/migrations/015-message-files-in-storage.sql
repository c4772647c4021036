-- beside 0.1.0

-- A migration of its own, because it locks `file`. No server uses message_file yet, so the check of its rows is immediate.
alter table message_file add constraint message_file_file foreign key (company_id, sha256) references file;
