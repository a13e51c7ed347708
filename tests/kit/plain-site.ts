import { onTestFinished, vi } from 'vitest'
import { wire } from '#src/api/request.ts'
import { learnTime } from '#src/lib/clock.ts'
import { plainWire } from './plain-wire.ts'
import { fakeWindow } from './window.ts'

/** Runs the product's actors in Node on their own plain backend until the test ends. */
export function playPlainSite() {
  const { tokenOf, restore, ...plain } = plainWire()
  let token: string | null = null
  wire.token = () => token
  // The test files of a project share the page's modules, so the clock may still be set to another test's server.
  learnTime(new Date().toUTCString(), Date.now(), Date.now())
  onTestFinished(() => {
    restore()
    vi.unstubAllGlobals()
  })
  return {
    ...plain,
    stores: fakeWindow(),
    /** Signs a member in. Returns false if the password is wrong. */
    async signIn(username?: string, password?: string) {
      token = await tokenOf(username, password)
      return token !== null
    },
  }
}
