import commonPasswords from 'fxa-common-password-list'
import { invalid } from '#server/http/errors.ts'

/** Details of a person that are easy to find out, so that attackers try them first. */
type Known = { name: string; email: string; companyName: string }

/** Throws 400, with a message at `field`, for a password that others would guess within their first attempts. */
export function requireGoodPassword(field: 'password' | 'newPassword', password: string, person: Known) {
  if (commonPasswords.test(password.trim().toLowerCase())) {
    throw invalid({ [field]: 'This is one of the most common passwords. Choose another' })
  }
  if (isKnownOf(person, password)) {
    throw invalid({ [field]: 'The password must not be your email address, your name or your company' })
  }
}

function isKnownOf({ name, email, companyName }: Known, password: string) {
  const folded = lettersAndDigits(password)
  // Nothing is left of a password of punctuation, and it would equal a name of punctuation.
  if (folded === '') return false
  return [email, email.split('@')[0]!, name, companyName].some((known) => lettersAndDigits(known) === folded)
}

function lettersAndDigits(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
