import { unreachable, type Failure } from './errors.ts'
import { counted } from './loading.ts'
import { noteResponse, reportFailure } from './reporting.ts'
import { retried } from './retrying.ts'
import { confirmed } from './session/confirmed.ts'
import { endSession } from './session/endSession.ts'
import { renewToken, usableToken } from './session/renewal.ts'
import { readAccessToken, readUserData } from './session/session.ts'
import { isEnding } from './session/tokens.ts'
import { toastSuccess } from './toasts.ts'
import { toFailure } from './toFailure.ts'
import { transmit, type ApiResponse, type Request } from './transport.ts'

/** This 401 does not come from the server, so it ends no session. */
const notSignedIn: Failure = { status: 0, code: 'unauthenticated', message: 'Sign in again to send this' }

/**
 * Sends a request as the signed-in person, retries while the server is busy, and shows the message of the response in a
 * toast. Throws a `Failure`.
 */
export async function send(request: Request): Promise<ApiResponse> {
  try {
    const response = await asked(request)
    noteResponse()
    if (isSuccessShown(request) && response.message) toastSuccess(response.message)
    return response
  } catch (error) {
    const failure = toFailure(error)
    if (failure.code !== unreachable.code) noteResponse()
    // A quiet request ends the session too: the sign-in page appears, and typed text is kept.
    if (failure.status === 401 && !request.isPublic) endSession(failure.message)
    else if (isFailureShown(failure, request)) reportFailure(failure.message)
    throw failure
  }
}

/** Nobody is asked for the password on behalf of a request that nobody has caused. */
function asked(request: Request) {
  const { background = false, quiet } = request
  // The loading counter counts retries and their pauses as one request.
  const attempt = () => counted(background, () => retried(request, () => authorized(request)))
  return background || quiet ? attempt() : confirmed(attempt)
}

async function authorized(request: Request) {
  const token = request.isPublic ? readAccessToken() : await usableToken()
  if (request.by && readUserData()?._id !== request.by) throw notSignedIn
  try {
    return await transmit(request, token)
  } catch (error) {
    if (!token || request.isPublic || !isExpired(token, toFailure(error))) throw error
    return transmit(request, await renewToken(token))
  }
}

function isExpired(token: string, { status, code }: Failure) {
  return status === 401 && code === 'unauthenticated' && isEnding(token)
}

function isSuccessShown({ method = 'GET', quiet, showsSuccess }: Request) {
  return method !== 'GET' && !quiet && !showsSuccess
}

function isFailureShown(failure: Failure, { quiet, isExpected, signal }: Request) {
  return !quiet && !isExpected?.(failure) && !signal?.aborted
}
