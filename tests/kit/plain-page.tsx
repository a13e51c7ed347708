import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { agreementMark } from '#contract/agreement.ts'
import { type Session, startSession } from '#src/actors/session.ts'
import { clearToken, storeToken } from '#src/lib/token.ts'
import { startRouter } from '#src/router.tsx'
import { AGREEMENTS } from '#tests/plain-backend/lookups.ts'
import { disableAnimations } from './disable-animations.ts'
import { plainWire } from './plain-wire.ts'
import { click, plain as flat, words } from './screen.ts'
import { speakThai } from './thai.ts'
import { user } from './user.ts'

/**
 * The whole product in this page, on its own plain backend. Routes, session, stores and wire are real; only the network
 * is missing.
 */
function playPlainPage() {
  const plain = plainWire()
  // Silences the warnings about one game account and one statement row that the page cannot read.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // the chat socket needs a server
  plain.site.switches.enableChatWidget = false
  let session: Session | undefined
  let router: ReturnType<typeof startRouter> | undefined
  return {
    ...plain,
    /** Signs in a member who has accepted the agreement and chosen to stay signed in. */
    async signIn() {
      localStorage.setItem('remember-agreement', agreementMark(AGREEMENTS))
      storeToken((await plain.tokenOf()) ?? '', true)
    },
    /** Loads the product at an address, as in a new page. */
    async open(address: string) {
      await speakThai()
      session = startSession()
      router = startRouter(session)
      router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) })
      await router.load()
      const page = router
      await act(async () => void render(<RouterProvider router={page} />))
    },
    /** The current address. */
    place: () => router?.state.location.href,
    /** Unmounts the page, stops its actors and clears its storage. */
    close() {
      cleanup()
      session?.getSnapshot().context.chat?.stop()
      session?.stop()
      clearToken()
      localStorage.clear()
      sessionStorage.clear()
      plain.restore()
    },
  }
}

/** Gives each test of a file its own plain page and closes it afterwards. By default, the demo member is signed in. */
export function eachPlainPage(as: 'member' | 'visitor' = 'member') {
  let page: ReturnType<typeof playPlainPage>
  // While a sheet is moving, a control can be clickable one moment and covered the next.
  beforeAll(disableAnimations)
  beforeEach(async () => {
    page = playPlainPage()
    if (as === 'member') await page.signIn()
  })
  afterEach(() => {
    vi.useRealTimers()
    page.close()
  })
  return () => page
}

/** Waits until the page's text contains `text`. */
export const says = (text: string) => waitFor(() => expect(words()).toContain(flat(text)))

type Role = 'button' | 'tab' | 'link'
/** Waits until a control exists and nothing covers it, then clicks it. */
export async function tap(name: string | RegExp, role: Role = 'button') {
  const isNamed = (found: string) => (name instanceof RegExp ? name.test(found) : flat(found) === flat(name))
  const control = await screen.findByRole(role, { name: isNamed })
  await waitFor(() => user.reach(control))
  await click(control)
}

/** Returns the text of an element with runs of whitespace collapsed. */
export const textOf = (element: Element | null | undefined) => flat(element?.textContent ?? '')
