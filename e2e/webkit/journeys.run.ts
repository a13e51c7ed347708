import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { Backend } from '../pages/backend.ts'
import { slipFile } from '../pages/bank.ts'
import { NEWCOMER, newPhone } from '../pages/register.ts'
import { Sandbox } from '../pages/sandbox.ts'
import { NIGHT } from '../pages/tags.ts'
import { bahtIn, textsOf } from '../pages/texts.ts'
import { test as base } from './test.ts'

const t = textsOf('th')
const GAME = 'pg'
const AMOUNT = satang(10_000)

/** The topmost open dialog. */
const DIALOG = '(//dialog[@open])[last()]'
/** An XPath condition: an element has exactly this text. A space in the page may be a no-break space. */
const says = (text: string) => `translate(normalize-space(), "\u00a0", " ")="${text.replaceAll('\u00a0', ' ')}"`
const button = (name: string, within = DIALOG) => `${within}//button[descendant-or-self::*[${says(name)}]]`
const option = (label: string, value: string) =>
  `${DIALOG}//select[@id=//label[normalize-space()="${label}"]/@for]/option[@value="${value}"]`
const titled = (title: string) => `${DIALOG}//h2[${says(title)}]`
const money = `${DIALOG}//input[@inputmode="decimal"]`

/** The member's backend and the sandbox, beside the page in WebKit on a phone. */
const test = base.extend<{ backend: Backend; sandbox: Sandbox; open: (path: string) => Promise<unknown> }>({
  backend: async ({ site }, use) => use(new Backend({ origin: site, hasAdditions: true }, DEMO.member.username)),
  sandbox: async ({ site }, use) => {
    const sandbox = new Sandbox(site)
    await use(sandbox)
    await sandbox.restore()
  },
  open: async ({ site, webkit }, use) => {
    await webkit.resize(390, 844)
    await use((path) => webkit.goto(site + path))
  },
})

test.describe('in WebKit', { tag: NIGHT }, () => {
  test('a member pays a QR code, and the money arrives (R100, R213–R217)', async ({
    webkit,
    open,
    backend,
    sandbox,
  }) => {
    const before = await backend.inMain()
    await open('/user/home?dialog=deposit')
    await webkit.press(`${DIALOG}//*[@role="tab"][starts-with(normalize-space(), "KBANK")]`)
    await webkit.type(money, '100')
    await webkit.press(button(t('qr.create')))
    await webkit.see(`${DIALOG}//*[@role="timer"]`)
    const [code] = await backend.codes()
    await sandbox.pay(code?.qrcodeId ?? '')
    await webkit.see(`${DIALOG}//*[@role="status"]//*[${says(t('qr.received'))}]`)
    expect(await backend.inMain()).toBe(before + AMOUNT)
  })

  test('a member moves money into a game and back (R112, R332, R397)', async ({ webkit, open, backend }) => {
    await backend.fill(AMOUNT)
    const [main, inGame] = [await backend.inMain(), await backend.inGame(GAME)]
    for (const [from, to, sign] of [
      ['WALLET', GAME, 1],
      [GAME, 'WALLET', 0],
    ] as const) {
      await open('/user/home?dialog=transfer')
      await webkit.press(option(t('transfer.from'), from))
      await webkit.press(option(t('transfer.to'), to))
      await webkit.type(money, '100')
      await webkit.press(`${DIALOG}//button[@type="submit"]`)
      await webkit.see(titled(t('transfer.done')))
      expect([await backend.inMain(), await backend.inGame(GAME)]).toEqual([
        main - sign * AMOUNT,
        inGame + sign * AMOUNT,
      ])
    }
  })

  test('a member withdraws, and the statement shows it (R5, R113, R335, R398)', async ({ webkit, open, backend }) => {
    await backend.fill(AMOUNT)
    const before = await backend.inMain()
    await open('/user/home?dialog=withdraw')
    await webkit.type(money, '100')
    await webkit.press(`${DIALOG}//button[@type="submit"]`)
    await webkit.see(titled(t('withdraw.confirm', { amount: bahtIn(t, AMOUNT) })))
    await webkit.press(button(t('withdraw.submit')))
    await webkit.see(titled(t('withdraw.done')))
    expect(await backend.inMain()).toBe(before - AMOUNT)
    await webkit.press(`${DIALOG}//a[normalize-space()="${t('nav.statement')}"]`)
    await webkit.see('//main//*[contains(normalize-space(), "−100.00")]')
  })

  test('a member takes a bonus and ends it (R230–R232, R364, R367)', async ({ webkit, open, backend }) => {
    await open('/user/bonus')
    await webkit.press(`//main//button[starts-with(normalize-space(), "${t('bonus.open', { name: '' }).trim()}")]`)
    await webkit.press(button(t('bonus.take')))
    await webkit.see(titled(t('bonus.saved')))
    expect(await backend.held()).toMatchObject({ status: true })
    await webkit.press(button(t('action.gotIt')))
    await webkit.press(button(t('bonus.end'), '//main'))
    await webkit.press(button(t('bonus.end')))
    await webkit.see(titled(t('bonus.ended')))
    expect(await backend.held()).toMatchObject({ status: false })
  })

  test('a member spins the wheel (R183, R236)', async ({ webkit, open, backend, sandbox }) => {
    await sandbox.giveCoins(DEMO.member.username, 1)
    const before = await backend.coins()
    await open('/user/spin')
    await webkit.press(button(t('spin.go'), '//main'))
    await webkit.see(`${DIALOG}//button`)
    await expect.poll(() => backend.coins()).toBe(before - 1)
  })

  test('a member writes to support and reads the answer (R2, R61–R62)', async ({ webkit, open, sandbox }) => {
    await sandbox.turn('enableChatWidget', true)
    await open('/user/contact?chat=open')
    const said = `สวัสดี ${crypto.randomUUID()}`
    await webkit.type(`${DIALOG}//textarea`, said)
    await webkit.key('{Enter}')
    await webkit.see(`//*[contains(normalize-space(), "${said}")]`)
    await webkit.see(`//*[normalize-space()="${t('chat.sent')}"]`)
  })

  test('a member changes the language, which stays after a reload (R13, R31, R72)', async ({ webkit, open }) => {
    const en = textsOf('en')
    const language = (name: string, value: string) => `//select[@aria-label="${name}"]/option[@value="${value}"]`
    await open('/user/profile')
    await webkit.press(language(t('app.language'), 'en'))
    await webkit.see(`//h1[normalize-space()="${en('page.profile')}"]`)
    await open('/user/profile')
    await webkit.press(language(en('app.language'), 'th'))
    await webkit.see(`//h1[normalize-space()="${t('page.profile')}"]`)
  })

  test('a member sends a slip, which is then listed (R105–R106, R345)', async ({ webkit, open, backend }, info) => {
    const before = (await backend.slips()).length
    await open('/user/home?dialog=deposit')
    await webkit.press(`${DIALOG}//*[@role="tab"][${says(t('deposit.bank'))}]`)
    await webkit.press(`${DIALOG}//summary`)
    await webkit.type(`${DIALOG}//input[@type="file"]`, slipFile(info))
    await webkit.press(button(t('slip.submit')))
    await webkit.see(`//*[${says(t('slip.sent'))}]`)
    expect(await backend.slips()).toHaveLength(before + 1)
  })

  test('a member logs out, and a newcomer registers (R1, R204–R209)', async ({ webkit, open, sandbox }) => {
    await open('/user/home')
    await webkit.press(`//button[@aria-label="${t('nav.logout')}"]`)
    await webkit.see('//input[@name="username"]')
    const phone = newPhone(10, 900)
    const field = (label: string) => `//main//*[@id=//label[normalize-space()="${label}"]/@for]`
    const type = async (label: string, text: string) => webkit.type(field(label), text)
    const choose = async (label: string, value: string) => webkit.press(`${field(label)}/option[@value="${value}"]`)
    const step = (name: 'profile' | 'bank') => webkit.see(`//h1[${says(t(`register.title.${name}`))}]`)
    await open('/register')
    await type(t('login.phone'), phone)
    await webkit.press(button(t('register.getCode'), '//main'))
    await webkit.see(field(t('register.otp')))
    await type(t('register.otp'), await sandbox.sms(phone))
    await step('profile')
    await type(t('register.name'), NEWCOMER.name)
    await type(t('login.password'), NEWCOMER.password)
    await type(t('register.confirm'), NEWCOMER.password)
    await choose(t('register.source'), NEWCOMER.sourceCode)
    await webkit.press(button(t('go.next'), '//main'))
    await step('bank')
    await choose(t('register.bank'), NEWCOMER.bankCode)
    await type(t('register.accountNo'), phone)
    await type(t('register.firstName'), NEWCOMER.firstName)
    await type(t('register.lastName'), NEWCOMER.lastName)
    await webkit.press(button(t('register.submit'), '//main'))
    await webkit.see(`//*[${says(t('register.done'))}]`)
  })
})
