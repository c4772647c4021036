import type { Config } from '#server/config.ts'
import { NoResponse, within } from '#server/database/timeLimit.ts'
import { type Finding, findingsOn } from '#server/doctor/finding.ts'
import { failureOf } from '#server/mail/mailFailures.ts'
import { mailTransport } from '#server/mail/mailTransport.ts'
import { commandLine } from '#server/projectRoot.ts'

const { ok, warning, problem } = findingsOn('mail')

/** Signs in to the mail server, and sends nothing. */
export async function checkSending({ smtpUrl, mailFrom, catchesMails }: Config, ms: number): Promise<Finding[]> {
  if (catchesMails) return []
  if (!smtpUrl) {
    const next = 'Set SMTP_URL and PUBLIC_URL, unless the product shall send no email.'
    return [warning('No email is sent, because SMTP_URL is not set.', next)]
  }
  const { host, username } = new URL(smtpUrl)
  return [await signIn(smtpUrl, host, ms), ...judgeSender(mailFrom, decodeURIComponent(username))]
}

async function signIn(smtpUrl: string, host: string, ms: number) {
  const transport = await mailTransport(smtpUrl)
  try {
    await within(ms, `The mail server ${host}`, transport.verify())
    return ok(
      `The mail server ${host} accepts the connection and the sign-in. ${commandLine('mail:check')} also sends an email.`,
    )
  } catch (error) {
    return explain(error as Error, host)
  } finally {
    transport.close()
  }
}

/** A mail server may repeat the password in its own words, so these are not shown once the sign-in has begun. */
function explain(error: Error & { responseCode?: number }, host: string) {
  const unreachable = 'Check SMTP_URL, that the mail server runs, and that a firewall lets this machine reach it.'
  if (error instanceof NoResponse) return problem(`${error.message}.`, unreachable)
  const code = error.responseCode ? ` (${error.responseCode})` : ''
  const { failure } = failureOf(error)
  if (failure === 'sign-in')
    return problem(
      `The mail server ${host} rejects the sign-in${code}.`,
      'Check user and password in SMTP_URL, percent-encoded.',
    )
  if (failure === 'encryption') {
    const next = 'Use smtps: or a port with STARTTLS in SMTP_URL, and a mail server with a valid certificate.'
    return problem(`The connection to the mail server ${host} cannot be encrypted: ${error.message}.`, next)
  }
  if (failure === 'connection')
    return problem(`The mail server ${host} cannot be reached: ${error.message}.`, unreachable)
  return problem(`The mail server ${host} does not respond like one${code}.`, 'Check host and port in SMTP_URL.')
}

/** Many mail servers send only for addresses of the domain of the account. */
function judgeSender(mailFrom: string, user: string) {
  const [sender, account] = [mailFrom, user].map((address) => address.split('@')[1]?.toLowerCase())
  if (!sender || !account || isSameDomain(sender, account)) return []
  const next = 'Set MAIL_FROM to an address for which the mail server may send.'
  return [warning(`Emails come from ${mailFrom}, but the account of SMTP_URL belongs to ${account}.`, next)]
}

function isSameDomain(one: string, other: string) {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}
