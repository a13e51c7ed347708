import { test as base } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { DEMO } from '#server/seed.ts'
import { Backend } from './backend.ts'
import { depositDialog } from './deposit.ts'
import { Faults } from './faults.ts'
import { homePage } from './home.ts'
import { howtoPage } from './howto.ts'
import { loginPage } from './login.ts'
import { profilePage } from './profile.ts'
import { newPhone, registerPage } from './register.ts'
import { Sandbox } from './sandbox.ts'
import { type Texts, textsOf } from './texts.ts'

/** What a test says of itself, or a project of all its tests. */
export type Options = {
  /** Which site: `thai` at a server for this worker alone, `laos` at the one that all share. */
  site: 'thai' | 'laos'
  /** The language on screen. */
  lang: Language
  /** Who is at the browser: `member` has a remembered token and no open code. */
  as: 'guest' | 'member'
  /** Whether the agreement was read before: `new` shows it after 1.5 s. */
  agreement: 'seen' | 'new'
}
type Fixtures = {
  /** Where the product is served. */
  origin: string
  t: Texts
  faults: Faults
  backend: Backend
  sandbox: Sandbox
  /** A number that nobody has registered. */
  phone: string
  login: ReturnType<typeof loginPage>
  home: ReturnType<typeof homePage>
  deposit: ReturnType<typeof depositDialog>
  register: ReturnType<typeof registerPage>
  howto: ReturnType<typeof howtoPage>
  profile: ReturnType<typeof profilePage>
}

/** A test of the built product: any fault in the browser that it has not named fails it, the sandbox is put back after it. */
export const test = base.extend<Options & Fixtures>({
  site: ['thai', { option: true }],
  lang: ['th', { option: true }],
  as: ['guest', { option: true }],
  agreement: ['seen', { option: true }],
  baseURL: async ({ baseURL, site }, use, { parallelIndex }) => {
    const url = new URL(baseURL ?? '')
    if (site === 'thai') url.port = String(Number(url.port) + parallelIndex)
    await use(url.origin)
  },
  origin: async ({ baseURL }, use) => use(baseURL ?? ''),
  backend: async ({ origin }, use) => use(new Backend(origin, DEMO.member.username)),
  storageState: async ({ origin, backend, lang, as, agreement }, use) => {
    const localStorage: { name: string; value: string }[] = [{ name: 'locale', value: lang }]
    if (agreement === 'seen') localStorage.push({ name: 'remember-agreement', value: 'true' })
    if (as === 'member') {
      await backend.closeCodes()
      localStorage.push({ name: 'token', value: await backend.signIn() })
    }
    await use({ cookies: [], origins: [{ origin, localStorage }] })
  },
  faults: [
    async ({ context }, use) => {
      const faults = new Faults()
      await faults.watch(context)
      await use(faults)
      faults.check()
    },
    { auto: true },
  ],
  sandbox: async ({ origin }, use) => {
    const sandbox = new Sandbox(origin)
    await use(sandbox)
    await sandbox.restore()
  },
  phone: async ({ site }, use, { workerIndex }) => use(newPhone(site === 'laos' ? 8 : 10, workerIndex)),
  t: async ({ lang }, use) => use(textsOf(lang)),
  login: async ({ page, t }, use) => use(loginPage(page, t)),
  home: async ({ page, t }, use) => use(homePage(page, t)),
  deposit: async ({ page, t }, use) => use(depositDialog(page, t)),
  register: async ({ page, t }, use) => use(registerPage(page, t)),
  howto: async ({ page, t }, use) => use(howtoPage(page, t)),
  profile: async ({ page, t }, use) => use(profilePage(page, t)),
})
