import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AnyActorLogic, createActor, waitFor } from 'xstate'
import { operatorCalls } from '#contract/operator.ts'
import { CONDITIONS, CONTACT, LINE } from '#server/domain/operator.ts'
import { conditionsLogic } from '#src/actors/conditions.ts'
import { contactLogic } from '#src/actors/contact.ts'
import { request, wire } from '#src/api/request.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
let backend: Backend
let asked: string[] = []

/** Starts a backend and a visit with this `Cookie` header, and records the requested URLs. */
async function visit(cookie = '', env: Record<string, string> = {}) {
  backend = await startBackend({ env })
  fakeWindow()
  asked = []
  wire.fetch = (url, init) => {
    asked.push(url)
    return backend.fetch(url, { ...init, headers: { ...init.headers, Cookie: cookie } })
  }
}
beforeEach(() => visit())
afterEach(() => {
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

/** Runs a lookup and returns its final state and data. */
async function opened(logic: typeof contactLogic | typeof conditionsLogic) {
  const actor = createActor(logic as AnyActorLogic).start()
  const { value, context } = await waitFor(actor, (s) => !s.hasTag('busy'))
  return [value, context.found]
}

test('the contact page loads the contact details and the site information, without a token (R56, R58, R59, R148, R149)', async () => {
  expect(await opened(contactLogic)).toEqual([
    'shown',
    { contactText: CONTACT.th, ...LINE, name: 'krapao', website: 'https://krapao.example' },
  ])
  expect(asked.sort()).toEqual(['/api/lookup/contact', '/api/lookup/info'])
})

test('the contact page loads the operator’s name, and the text in the current language (R148)', async () => {
  await visit('lang=LA', { VITE_APP_TITLE: 'ถุงทอง' })
  const [, found] = await opened(contactLogic)
  expect(found).toMatchObject({ name: 'ถุงทอง', contactText: CONTACT.la })
})

test.each(['/api/lookup/contact', '/api/lookup/info'])(
  'the contact page fails to load if the request for %s fails (D-48)',
  async (missing) => {
    const direct = wire.fetch
    wire.fetch = (url, init) => (url === missing ? Promise.reject(new TypeError('Failed to fetch')) : direct(url, init))
    expect(await opened(contactLogic)).toEqual(['failed', null])
  },
)

test.each([
  ['lang=TH', CONDITIONS.th],
  ['lang=EN', CONDITIONS.en],
])(
  'the conditions are a list of texts in the language set by the cookie %s (R70, R150, R306)',
  async (cookie, texts) => {
    await visit(cookie)
    expect(await opened(conditionsLogic)).toEqual(['shown', texts])
  },
)

test('the replies about the chat widget, the bonus notice and the agreements match the client’s schemas (R152, R153, R154)', async () => {
  expect(await request(operatorCalls['lookup.enableChatWidget'], {})).toBe(true)
  await backend.turn('enableChatWidget', false)
  expect(await request(operatorCalls['lookup.enableChatWidget'], {})).toBe(false)
  const token = await backend.login()
  wire.token = () => token
  expect(await request(operatorCalls['lookup.notice'], {})).toContain('{{percentFail}}')
  for (const text of await request(operatorCalls['lookup.agreements'], {})) expect(text).toMatch(/^<h3>/)
})
