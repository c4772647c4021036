-- A word is no longer cut where it touches a script that puts no spaces between words (注文12345が): what has such a
-- border is read again. Only a text with letters of more than one byte can have one.
do $$
declare
  unspaced text := '\u0E01-\u0EDF\u1000-\u109F\u1780-\u17F9\u2E80-\u2FDF\u3005-\u3007\u3021-\u30FF\u31F0-\u31FF\u3400-\u9FFF'
    '\uA9E0-\uA9FE\uAA60-\uAA7F\uF900-\uFAFF\uFF66-\uFF9F\U00016FF0-\U0003FFFF';
  spaced text := format('[^%s[:space:][:punct:]\u3000-\u3004\u3008-\u3020\uFF00-\uFF0F]', unspaced);
  border text := format('[%1$s]%2$s|%2$s[%1$s]', unspaced, spaced);
begin
  insert into enquiry_words_missing (company_id, enquiry_id)
  select company_id, id
  from enquiry cross join lateral (values (concat_ws(' ', enquiry_type, summery, description, comments))) own(content)
  where case when octet_length(content) > char_length(content) then content ~ border end
  union
  select company_id, enquiry_id from message
  where case when octet_length(message) > char_length(message) then message ~ border end
  on conflict do nothing;
end
$$;
