/** A login on the server. */
export type Login = { isEnded: boolean }

export const nameOf = (at: number) => `login ${at + 1}`
export const loginIn = <L extends Login>(logins: readonly L[], of: string | null) =>
  logins.find((_, at) => nameOf(at) === of)

/** True if the server serves requests with this login. Otherwise it refuses them. */
export const isServed = (logins: readonly Login[], of: string | null) => loginIn(logins, of)?.isEnded === false

/** Ends a login on the server. Does nothing if the login has ended already. */
export function end(logins: readonly Login[], of: string) {
  const login = loginIn(logins, of)
  if (login) login.isEnded = true
}
