import { toFailure } from '#web/api/toFailure.ts'
import { askPassword } from './passwordQuestion.ts'

/** Repeats a request once if the server first requires the password, and the person enters it. */
export async function confirmed<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (toFailure(error).code !== 'password-required' || !(await askPassword())) throw error
    return attempt()
  }
}
