-- beside 0.1.0

-- Claims the key of a request until the transaction ends. Fails at once if another transaction has the claim, or if there is a response to
-- an earlier request with this key; and with it fails every statement that was sent together with it.
create function claim_key(company uuid, person uuid, claimed text) returns void
language plpgsql as $$
begin
  -- Version 0.1.0 locks the same number.
  if not pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', company, person, claimed), 0)) then
    raise exception 'a request with this key is in progress' using errcode = 'KEY01';
  end if;
  if exists (select from idempotency i where i.company_id = company and i.user_id = person and i.key = claimed) then
    raise exception 'this key has been used' using errcode = 'KEY02';
  end if;
end
$$;
