import { expect } from '@playwright/test'

/** The key under which WebDriver returns an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** WebDriver's character for each key. */
const KEYS: Record<string, string> = { '{Escape}': '\uE00C', '{Enter}': '\uE007', '{Tab}': '\uE004' }
/** The time limit of a command, in ms. */
const LIMIT = 60_000

async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const init = { method, signal: AbortSignal.timeout(LIMIT), ...(body ? { body: JSON.stringify(body) } : {}) }
  const reply = await fetch(url, init)
  const { value } = (await reply.json()) as { value: T }
  if (!reply.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value
}

/** A page in WebKitGTK, driven by W3C WebDriver. Elements are found by XPath. */
export class WebKit {
  readonly #session: string
  private constructor(session: string) {
    this.#session = session
  }

  /**
   * Starts the browser through a driver and opens a page in a window without a toolbar. A toolbar would make the window
   * at least 447 px wide.
   */
  static async start(driver: string): Promise<WebKit> {
    const args = ['--automation', '--javascript-can-open-windows-automatically=true']
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args } } }
    const { sessionId } = await send<{ sessionId: string }>('POST', `${driver}/session`, { capabilities })
    const webkit = new WebKit(`${driver}/session/${sessionId}`)
    const [first] = await webkit.#windows()
    await webkit.run(() => void window.open('about:blank', '', 'popup'))
    await expect.poll(webkit.#windows).toHaveLength(2)
    const handle = (await webkit.#windows()).find((other) => other !== first)
    await webkit.#post('window', { handle })
    return webkit
  }

  #post = <T>(command: string, body: object) => send<T>('POST', `${this.#session}/${command}`, body)
  #windows = () => send<string[]>('GET', `${this.#session}/window/handles`)

  /** Waits for an element and returns its WebDriver path, relative to the session URL. */
  async #find(xpath: string): Promise<string> {
    const all = () => this.#post<Record<string, string>[]>('elements', { using: 'xpath', value: xpath })
    await expect.poll(all, xpath).not.toEqual([])
    return `element/${(await all())[0]?.[ELEMENT]}`
  }

  goto = (url: string) => this.#post('url', { url })

  /** Runs a function in the page. The function can access only its arguments. */
  run = <Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args) =>
    this.#post<Result>('execute/sync', { script: `return (${work})(...arguments)`, args })

  /** Presses an element as soon as it can be pressed, for example after its dialog has risen. */
  press = (xpath: string) =>
    expect(async () => this.#post(`${await this.#find(xpath)}/click`, {})).toPass({ timeout: 20_000 })

  type = async (xpath: string, text: string) => this.#post(`${await this.#find(xpath)}/value`, { text })

  /** Presses a key, such as `{Escape}`, in the focused element. */
  key = (name: string) => {
    const value = KEYS[name]
    if (!value) throw new Error(`no key ${name}`)
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }))
    return this.#post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  see = (xpath: string) => this.#find(xpath)

  resize = async (width: number, height: number) => {
    await this.#post('window/rect', { width, height })
    await expect.poll(() => this.run(() => [innerWidth, innerHeight])).toEqual([width, height])
  }

  end = () => send('DELETE', this.#session)
}
