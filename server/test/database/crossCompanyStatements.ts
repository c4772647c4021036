/**
 * The statements of the product that read rows of several companies at once, by their purpose. Those of requests are short and
 * bounded; the others are background work. docs/scale.md explains each.
 */
const crossCompanyStatements: Record<string, RegExp> = {
  'sign-in: an email address may have accounts in several companies':
    /^select u\.company_id, c\.name as company_name, .* from known_browser b .* from app_user u /,
  'notifications: the person of an email that was queued without its company':
    /^select u\.company_id, u\.id as user_id from app_user u join notification n /,
  'confirmation: the link of an email that was queued without its company':
    /^select l\.company_id, .* from email_link l/,
  'live events: the roles of all people with an open page': /^select s\.id, u\.role from unnest\(/,
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
  'metrics: bulk changes of all companies': /^select count\(\*\) filter \(where not is_failing and not is_begun\)/,
  'housekeeping: expired rows': /^with expired as materialized \( select ctid/,
}

/** Those of these statements that are not among the exceptions above. */
export function withoutExceptions(statements: string[]) {
  const exceptions = Object.values(crossCompanyStatements)
  return statements.filter((text) => !exceptions.some((pattern) => pattern.test(text)))
}
