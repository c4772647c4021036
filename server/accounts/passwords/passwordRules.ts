import { invalid } from '#server/http/errors.ts'

/** Details of a person that attackers find out easily and try first. */
type PersonDetails = { name: string; email: string; companyName: string }

/** Throws 400, with a message for `field`, for a password that attackers would guess within their first attempts. */
export async function requireGoodPassword(field: 'password' | 'newPassword', password: string, person: PersonDetails) {
  // Few requests choose a password, and the list takes 20 ms to load.
  const { default: commonPasswords } = await import('fxa-common-password-list')
  if (variantsOf(password).some((variant) => commonPasswords.test(variant))) {
    throw invalid({ [field]: 'This is one of the most common passwords. Choose another' })
  }
  if (isPersonDetail(person, password)) {
    throw invalid({ [field]: 'The password must not be your email address, your name or your company' })
  }
}

/**
 * The password in lower case, also without the signs at its end, and without the digits and signs: people
 * vary those first.
 */
function variantsOf(password: string) {
  const typed = password.trim().toLowerCase()
  return [typed, typed.replace(/[^\p{L}\p{N}]+$/u, ''), typed.replace(/\P{L}+$/u, '')]
}

function isPersonDetail({ name, email, companyName }: PersonDetails, password: string) {
  // A password of punctuation or digits alone folds to nothing, and would match a name of punctuation alone.
  const folded = variantsOf(password)
    .map(lettersAndDigits)
    .filter((variant) => variant !== '')
  return [email, email.split('@')[0]!, name, companyName].some((detail) => folded.includes(lettersAndDigits(detail)))
}

function lettersAndDigits(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
