import { afterEach, describe, expect, test, vi } from 'vitest'
import { platform } from '#src/lib/platform.ts'
import { closeTab, leadTab, openTab, postForm } from '#src/lib/tab.ts'

const URL_OF_GAME = 'https://game.example/?ticket=1'
/** A tab as `window.open` returns it. */
function fakeTab() {
  const led: string[] = []
  const tab = {
    opener: window as unknown,
    closed: false,
    name: '',
    close: () => void Object.assign(tab, { closed: true }),
    location: { replace: (url: string) => void led.push(url) },
  }
  return { tab, led }
}
/** Opens a tab, or simulates a blocked one if `isLet` is false. */
function open(isLet = true) {
  const fake = fakeTab()
  const opened = vi.spyOn(window, 'open').mockReturnValue(isLet ? (fake.tab as never) : null)
  openTab()
  return { ...fake, opened }
}
afterEach(closeTab)

describe('a game’s tab', () => {
  test('opens empty, has no access to its opener, and loads the game once (R119, R121)', () => {
    const { tab, led, opened } = open()
    expect([opened.mock.calls, tab.opener]).toEqual([[['about:blank', '_blank']], null])
    expect([leadTab(URL_OF_GAME), leadTab(URL_OF_GAME), led]).toEqual([true, false, [URL_OF_GAME]])
  })

  test('loads nothing if it was blocked or closed (R121)', () => {
    open(false)
    expect(leadTab(URL_OF_GAME)).toBe(false)
    const { tab, led } = open()
    tab.close()
    expect([leadTab(URL_OF_GAME), led]).toEqual([false, []])
  })

  test('closes unless it has loaded its game (R119)', () => {
    const { tab } = open()
    closeTab()
    expect([tab.closed, leadTab(URL_OF_GAME)]).toEqual([true, false])
    const playing = open().tab
    leadTab(URL_OF_GAME)
    closeTab()
    openTab()
    expect(playing.closed).toBe(false)
  })

  test('closes if another tab is opened while it is still empty (R119)', () => {
    const { tab } = open()
    open()
    expect(tab.closed).toBe(true)
  })
})

describe('a form that opens a game', () => {
  const form = { action: 'https://game.example/login', method: 'POST', fields: { user: 'u"<', 'pass word': 'p&1' } }
  /** Records each form as it is when it is submitted. */
  function sent() {
    const forms: { action: string; method: string; target: string; fields: string[][]; isThere: boolean }[] = []
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const fields = [...this.querySelectorAll('input')].map(({ type, name, value }) => [type, name, value])
      const of = (name: string) => this.getAttribute(name) ?? ''
      const isThere = this.isConnected
      forms.push({ action: of('action'), method: of('method'), target: of('target'), fields, isThere })
    })
    return forms
  }

  test('is posted into the open tab with all its fields, and is then removed from the page (R163, D-26)', () => {
    const forms = sent()
    const { tab } = open()
    postForm(form)
    const [one] = forms
    expect(one).toMatchObject({ action: form.action, method: 'POST', isThere: true })
    expect(one?.fields).toEqual([
      ['hidden', 'user', 'u"<'],
      ['hidden', 'pass word', 'p&1'],
    ])
    expect([one?.target === tab.name, tab.name === '']).toEqual([true, false])
    expect(document.querySelector('form')).toBeNull()
    closeTab()
    expect(tab.closed).toBe(false)
  })

  test('is posted into the current tab if no tab was opened (R121, D-26)', () => {
    const forms = sent()
    open(false)
    postForm(form)
    expect(forms).toMatchObject([{ target: '' }])
  })

  test('may have fields with any name (D-26)', () => {
    const forms = sent()
    const { tab } = open()
    postForm({ ...form, fields: { submit: '1', remove: '2', action: '3', method: '4', target: '5' } })
    expect(forms).toMatchObject([{ action: form.action, method: 'POST', target: tab.name }])
    expect(forms[0]?.fields.map(([, name]) => name)).toEqual(['submit', 'remove', 'action', 'method', 'target'])
    expect(document.querySelector('form')).toBeNull()
  })
})

test.each([
  ['android', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile', 5],
  ['ios', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile', 5],
  ['ios', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)', 5],
  ['ios', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5],
  [null, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0],
  [null, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10],
  [null, 'Mozilla/5.0 (X11; Linux x86_64)', 0],
])(
  'detects the mobile OS %s for the user agent %s with %d touch points (R119, R162, D-27)',
  (system, userAgent, fingers) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(fingers)
    expect(platform()).toBe(system)
  },
)
