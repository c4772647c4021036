import { clearStorage } from '#web/api/session.ts'
import { useLogOutMutation } from './accountApi.ts'

const logOutPatience = 3000

/** Ends the session here even when the server cannot be told, or takes long to answer. */
export function useLogOut() {
  const [endSession] = useLogOutMutation()
  return async () => {
    await Promise.race([endSession(), new Promise((resolve) => window.setTimeout(resolve, logOutPatience))])
    clearStorage()
  }
}
