/** A login at the server. */
export type Login = { isEnded: boolean }

export const nameOf = (at: number) => `login ${at + 1}`
export const loginIn = <L extends Login>(logins: readonly L[], of: string | null) =>
  logins.find((_, at) => nameOf(at) === of)

/** True if the server answers a request of this login; otherwise it refuses the request. */
export const isServed = (logins: readonly Login[], of: string | null) => loginIn(logins, of)?.isEnded === false

/** The server ends a login. If it has ended it before, nothing changes. */
export function end(logins: readonly Login[], of: string) {
  const login = loginIn(logins, of)
  if (login) login.isEnded = true
}
