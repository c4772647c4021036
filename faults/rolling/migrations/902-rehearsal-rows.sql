-- beside 0.1.0
-- in batches of message

update message set rehearsed = 'by the migration' where rehearsed is null and ctid >= $from and ctid < $to
