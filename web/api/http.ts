import { endSession } from './endSession.ts'
import { unreachable, type Failure } from './errors.ts'
import { fetchCode } from './fetchCode.ts'
import { counted } from './loading.ts'
import { renewToken, usableToken } from './renewal.ts'
import { retried } from './retrying.ts'
import { readUserData } from './session.ts'
import { toastError, toastSuccess } from './toasts.ts'
import { toFailure } from './toFailure.ts'
import { isEnding } from './tokens.ts'
import { transmit, type Answer, type Request } from './transport.ts'

/** Not from the server, so it ends nobody's session. */
const notSignedIn: Failure = { status: 0, code: 'unauthenticated', message: 'Sign in again to send this' }

let isServerLost = false

/**
 * Sends a request for whoever is signed in, again while the server is busy, and tells how it went. Throws a `Failure`.
 */
export async function send(request: Request): Promise<Answer> {
  try {
    const answer = await confirmed(request)
    isServerLost = false
    if (request.method !== undefined && request.method !== 'GET' && answer.message) toastSuccess(answer.message)
    return answer
  } catch (error) {
    const failure = toFailure(error)
    // Also where nobody is told of a failure: whoever was writing stands before the sign-in.
    if (failure.status === 401 && !request.anonymous) endSession(failure.message)
    else if (isReported(failure, request)) tell(failure)
    throw failure
  }
}

/** Repeats the request once when the server asks for the password first, and the person has given it. */
async function confirmed(request: Request) {
  const { background = false } = request
  // Counts as one request, so a caller that waits for it waits through the pauses too.
  const attempt = () => counted(background, () => retried(request, () => authorized(request)))
  try {
    return await attempt()
  } catch (error) {
    if (!isPasswordAsked(toFailure(error), request)) throw error
    const { askPassword } = await fetchCode(() => import('./passwordQuestion.ts'))
    if (!(await askPassword())) throw error
    return attempt()
  }
}

function isPasswordAsked({ code }: Failure, { background, quiet }: Request) {
  return code === 'password-required' && !background && !quiet
}

async function authorized(request: Request) {
  const token = request.anonymous ? null : await usableToken()
  if (request.by && readUserData()?._id !== request.by) throw notSignedIn
  try {
    return await transmit(request, token)
  } catch (error) {
    if (!token || !isExpired(token, toFailure(error))) throw error
    return transmit(request, await renewToken(token))
  }
}

function isExpired(token: string, { status, code }: Failure) {
  return status === 401 && code === 'unauthenticated' && isEnding(token)
}

function isReported(failure: Failure, request: Request) {
  if (request.quiet || request.signal?.aborted || failure.code === request.expects) return false
  // The person has just chosen not to give it.
  return !isPasswordAsked(failure, request)
}

/** That the server is away is said once, until it has answered again. */
function tell(failure: Failure) {
  const isLost = failure.code === unreachable.code
  if (!isLost || !isServerLost) toastError(failure.message)
  isServerLost = isLost
}
