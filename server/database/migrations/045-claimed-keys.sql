-- beside 0.1.0

-- Claims the key of a request until the transaction ends, and returns the earlier response to a request with this key, if any. While
-- another transaction has the claim, this fails at once, and with it every statement that was sent together with it.
create function claim_key(company uuid, person uuid, claimed text) returns table (fingerprint bytea, answer jsonb)
language plpgsql as $$
begin
  -- Version 0.1.0 locks the same number.
  if not pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', company, person, claimed), 0)) then
    raise exception 'a request with this key is in progress' using errcode = 'KEY01';
  end if;
  return query
    select i.fingerprint, i.answer from idempotency i
    where i.company_id = company and i.user_id = person and i.key = claimed;
end
$$;
