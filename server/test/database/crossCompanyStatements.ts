/**
 * The statements of the product that read rows of several companies at once, or of a shared table without naming the company,
 * by their purpose. Those of requests are short and bounded; the others are background work. docs/scale.md explains each.
 */
const crossCompanyStatements: Record<string, RegExp> = {
  'sign-in: an email address may have accounts in several companies':
    /^select u\.company_id, c\.name as company_name, .* from known_browser b .* from app_user u /,
  'sign-in and reset: the accounts of an email address':
    /^select u\.company_id, .* from app_user u .* where lower\(u\.email\) = /,
  'confirmation: the account that had the email address':
    /^update app_user set email_confirmed_at = null where lower\(email\)/,
  'accounts: whether an account of any company has an email address': /^select from app_user where lower\(email\) = /,
  'customers: the only form that is enabled': / from customer_form f .* where f\.is_enabled limit 2$/,
  'customers: the form of an address': / from customer_form f .* where f\.slug = /,
  'customers: the page of a link': / from customer_link l .* where l\.token_hash = /,
  'customers: the submission of a link': / from submission where token_hash = /,
  'customers: how much a network has sent': / from submission where source = /,
  'customers: how many confirmations an email address has got': / from submission where email = /,
  'customers: how many receipts an email address has got': / from contact c .* where c\.email = /,
  'emails to customers: the thread of one that is sent or came back':
    /^select company_id, enquiry_id from customer_mail where id = /,
  'received emails: what has become of all': / from incoming_mail i left join message m on .* group by 1$/,
  'received emails: the next one of any company': /^update incoming_mail set attempts = attempts \+ 1/,
  'received emails: one, before its company is known': / from incoming_mail where id = \$1 for update$/,
  'received emails: one becomes a message': /^update incoming_mail set .* state = 'filed', .* where id = /,
  'received emails: one is held': /^update incoming_mail set .* state = 'held' where id = /,
  'received emails: one is tried again': /^update incoming_mail set reason = .* where id = /,
  'received emails: one is dropped': /^update incoming_mail set state = 'dropped', .* where id = /,
  'notifications: the person of an email that was queued without its company':
    /^select u\.company_id, u\.id as user_id from app_user u join notification n /,
  'confirmation: the link of an email that was queued without its company':
    /^select l\.company_id, .* from email_link l/,
  'live events: the roles of all people with an open page': /^select s\.id, u\.role(,.+)? from unnest\(/,
  'live events: the newest events of all companies with an open page':
    /^select company_id, last_no.+ from event_counter/,
  'search: a word is looked up behind a tag that names the company':
    / w\.words @@ query and w\.company_id is not distinct/,
  'bulk changes: the next one of any company': /^select j\.company_id, .* from job j /,
  'bulk changes: those to forget': /^select company_id, id, total from job where finished_at </,
  'landmarks: the companies with moves or landmarks': /^select distinct company_id from enquiry_(landmark|move)$/,
  'words: enquiries that wait for theirs': /^select e\.company_id, .* from enquiry_words_missing m/,
  'words: notes that wait for theirs': /^select n\.company_id, .* from note /,
  'files: those that nothing uses': /^select f\.(company_id|sha256)[^]* from file f /,
  'received emails: an attempt that does not count': /^update incoming_mail set attempts = attempts - 1, /,
  'mailbox: emails that have to be moved out of the inbox': /^select uid from incoming_mail where mailbox = /,
  'mailbox: emails that are no longer in the inbox': /^update incoming_mail set is_in_inbox = false where mailbox = /,
  'check of the mailbox: whether an email has arrived': /^select sha256 from incoming_mail where company_id is null/,
  'backups: the files that rows need': /^select sha256 collate "C" as sha256 from /,
  'metrics: received emails that wait':
    /^select count\(\*\)::int as count, .* from incoming_mail where state = 'received'/,
  'metrics: bulk changes of all companies': /^select count\(\*\) filter \(where not is_failing and not is_begun\)/,
  'housekeeping: expired rows': /^with expired as materialized \( select ctid/,
}

/** Those of these statements that are not among the exceptions above. */
export function withoutExceptions(statements: string[]) {
  const exceptions = Object.values(crossCompanyStatements)
  return statements.filter((text) => !exceptions.some((pattern) => pattern.test(text)))
}
