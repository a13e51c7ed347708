import { expect, type Locator } from '@playwright/test'
import type { CallName } from '#contract/calls.ts'
import { satang } from '#contract/money.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { PRIZES } from '#server/domain/wheel.ts'
import { slipFile } from './bank.ts'
import { chatPanel } from './chat.ts'
import { dataDialog } from './data.ts'
import { devicesDialog } from './devices.ts'
import { giftLink } from './gift.ts'
import { addAuthenticator, passkeyDialog } from './passkeys.ts'
import { NEWCOMER } from './register.ts'
import { really } from './spoil.ts'
import type { Options, Tools } from './test.ts'
import type { TextKey } from './texts.ts'

/** Calls that no screen uses. Source: D-56. */
const UNUSED = [
  'account.update',
  'wallet.withdraw',
  'wallet.add',
  'bonus.minimum',
  'promotion.current',
  'refund.addWallet',
] as const satisfies CallName[]
/** A journey is named after its call. */
export type JourneyName = Exclude<CallName, (typeof UNUSED)[number]>

/** The tools for a journey. They do not include the sandbox, which only the reference backend has. */
export type JourneyTools = Omit<Tools, 'sandbox'>

type Works = (tools: JourneyTools) => Promise<unknown>

/**
 * How a player makes a call: `before` runs before a fault is injected, then `act` runs. `unknown` is the text shown if
 * no valid reply arrives, and `refused` is the text shown after a refusal. If the screen shows no message, `unknown`
 * and `refused` are texts from the player's next step instead.
 */
export type Journey = {
  as: Options['as']
  agreement: Options['agreement']
  before: (tools: JourneyTools) => Promise<unknown>
  act: (tools: JourneyTools) => Promise<unknown>
  /** Resolves once the player sees the effect of the call. Used only if no fault is injected. */
  works: Works
  unknown: TextKey
  refused: TextKey
  /** Shown instead of `unknown` if the call took effect. */
  done?: TextKey
  /** True if the effect can become visible before the reply arrives, for example over the socket. */
  isHeard?: true
}

const BAHT = 100
const GAME = 'pg'
const COUPON = 'CASH5'
/** The coupon's Thai name. */
const PRIZE = PRIZES.find(({ code }) => code === COUPON)?.label.th ?? ''
const STAKE = 1000 * BAHT
const MEMBER = { as: 'newcomer', agreement: 'seen', before: async () => {} } as const
const GUEST = { ...MEMBER, as: 'guest' } as const
/** The text for the refusal NO_DATA. */
const REFUSED = 'errorMsg.NO_DATA'
/** The text for a failure whose outcome is certain. */
const FAILED = 'errorMsg.INTERNAL_SERVER_ERROR'

/** Returns a check that waits until an element is visible. */
const shows =
  (find: (tools: JourneyTools) => Locator): Works =>
  (tools) =>
    expect(find(tools).first()).toBeVisible()
/** Returns a check that waits until the page shows this text. */
const says =
  (key: TextKey): Works =>
  ({ page, t }) =>
    expect(page.locator('body')).toContainText(t(key))
/** Waits until a second tab has navigated to an http(s) address. */
const opensTab: Works = ({ page }) =>
  expect
    .poll(() =>
      page
        .context()
        .pages()
        .slice(1)
        .map((tab) => tab.url()),
    )
    .toEqual([expect.stringMatching(/^https?:/)])

/** A journey for a call that loads part of a page. Opening the page makes the call. */
const part = (address: string, seen: TextKey, works: Works, who: typeof MEMBER | typeof GUEST = MEMBER): Journey => ({
  ...who,
  act: ({ page }) => page.goto(address),
  works,
  unknown: seen,
  refused: seen,
})
/** A journey for an action of the player. */
const deed = (
  before: Journey['before'],
  act: Journey['act'],
  works: Works,
  unknown: TextKey = 'money.unknown',
  refused: TextKey = REFUSED,
): Journey => ({ ...MEMBER, before, act, works, unknown, refused })

/** A journey for a call that loads part of a dialog. Closing the dialog's banners makes the call. */
const behindBanners = (dialog: 'invite' | 'refund', seen: TextKey, works: Works): Journey =>
  deed(
    async (tools) => {
      await tools.page.goto(`/user/home?dialog=${dialog}`)
      await expect(tools[dialog].goOn).toBeVisible()
    },
    (tools) => tools[dialog].goOn.click(),
    works,
    seen,
    seen,
  )

const filled = ({ backend }: JourneyTools) => backend.fill(satang(STAKE))
const staked = ({ backend }: JourneyTools) => backend.stake(GAME, satang(STAKE))
const openAny = async ({ backend, game }: JourneyTools, code: string) => {
  await backend.activate(code)
  await game.open(code)
  await expect(game.username).toBeVisible()
}
const openGame = (tools: JourneyTools) => openAny(tools, GAME)
const openChat = async ({ page, world, t }: JourneyTools) => {
  await world.turn('enableChatWidget', true)
  await page.goto('/user/contact?chat=open')
  await expect(chatPanel(page, t).online).toBeVisible()
}
type Panel = ReturnType<typeof chatPanel>
const panelOf = ({ page, t }: JourneyTools): Panel => chatPanel(page, t)
const chat = (act: (panel: Panel) => Promise<unknown>, seen: (panel: Panel) => Locator): Journey =>
  deed(
    openChat,
    (tools) => act(panelOf(tools)),
    async (tools) => {
      await shows((all) => seen(panelOf(all)))(tools)
      await says('chat.sent')(tools)
    },
    'chat.failed',
    'chat.failed',
  )
const isOnline = shows((tools) => panelOf(tools).online)
const withChat = (journey: Journey): Journey => ({
  ...journey,
  before: ({ world }) => world.turn('enableChatWidget', true),
})
const openDevices = async ({ backend, page, t }: JourneyTools) => {
  await backend.loginElsewhere()
  await page.goto('/user/profile?dialog=devices')
  await expect(page.getByText(t('devices.here'))).toBeVisible()
}
const hasNoOthers: Works = ({ page, t }) =>
  expect(page.getByRole('button', { name: t('devices.endOthers') })).toHaveCount(0)
const sendSlip = async (tools: JourneyTools) => {
  await tools.bank.open()
  await tools.bank.unfold()
  await tools.bank.file.setInputFiles(slipFile(tools.info))
}
const lost = async ({ backend, world, phone }: JourneyTools) => {
  await backend.stake(GAME, satang(STAKE))
  await world.play(phone, GAME, satang(STAKE), 'lose')
}
const withCoupon = async ({ world, backend, phone, spin }: JourneyTools) => {
  await world.giveCoins(phone, 100)
  await backend.win(COUPON)
  await spin.open()
}

const askForPasskey = async ({ page, t }: JourneyTools) => {
  await addAuthenticator(page)
  await passkeyDialog(page, t).open()
  await passkeyDialog(page, t).add.click()
}
const provePasskey = ({ page, t }: JourneyTools) => passkeyDialog(page, t).continueWith(NEWCOMER.password)
const hasPasskey = shows(({ page, t }) => passkeyDialog(page, t).remove)
const addsPasskey = deed(askForPasskey, provePasskey, hasPasskey, 'passkey.unsure')
/** Adds a passkey in this browser and leaves the dialog open. The member has no other passkey. */
const withPasskey = async (tools: JourneyTools) => {
  await askForPasskey(tools)
  await provePasskey(tools)
  await hasPasskey(tools)
}
const logOutWithPasskey = async (tools: JourneyTools) => {
  await withPasskey(tools)
  await tools.page.evaluate(() => localStorage.removeItem('token'))
}

/** Registers a new member, then continues to the code step of the forgotten password page. */
const forgetful = async ({ recover, backend, world, phone }: JourneyTools) => {
  await world.turn('registerOTP', false)
  await backend.newcomer(phone, world)
  await world.restore()
  await recover.toCode(phone)
}

/** TypeScript shows this type name in its error if a new call has no journey yet. */
type JourneyOfEachCall = { [N in JourneyName]: Journey }
/**
 * A journey for every call that a screen makes: `part` for a read that loads with its page, `deed` for a change that the
 * player makes. A call that no screen makes is listed in {@link UNUSED} instead.
 */
export const JOURNEYS: JourneyOfEachCall = {
  'lookup.active': part(
    '/login',
    'login.submit',
    shows(({ login }) => login.submit),
    GUEST,
  ),
  'account.login': {
    ...GUEST,
    before: ({ login }) => login.open(),
    act: ({ login }) => login.signIn(DEMO.member.username),
    works: shows(({ home }) => home.main),
    unknown: FAILED,
    refused: REFUSED,
  },
  'lookup.registerOTP': part(
    '/register',
    'register.unavailable',
    shows(({ register }) => register.getCode),
    GUEST,
  ),
  'otp.send': {
    ...GUEST,
    before: ({ register }) => register.open(),
    act: async ({ register, phone }) => {
      await register.phone.fill(phone)
      await register.getCode.click()
    },
    works: shows(({ register }) => register.code),
    unknown: FAILED,
    refused: REFUSED,
  },
  'otp.verify': {
    ...GUEST,
    before: ({ register, phone }) => register.toOtp(phone),
    act: async ({ register, world, phone }) => register.enter(await world.sms(phone)),
    works: shows(({ register }) => register.name),
    unknown: FAILED,
    refused: REFUSED,
  },
  'recover.send': {
    ...GUEST,
    before: ({ recover }) => recover.open(),
    act: async ({ recover, phone }) => {
      await recover.phone.fill(phone)
      await recover.getCode.click()
    },
    works: shows(({ recover }) => recover.code),
    unknown: FAILED,
    refused: REFUSED,
  },
  'recover.verify': {
    ...GUEST,
    before: forgetful,
    act: async ({ recover, world, phone }) => recover.enter(await world.sms(phone)),
    works: shows(({ recover }) => recover.password),
    unknown: FAILED,
    refused: REFUSED,
  },
  'recover.password': {
    ...GUEST,
    before: async (tools) => {
      await forgetful(tools)
      await tools.recover.enter(await tools.world.sms(tools.phone))
      await tools.recover.at('password')
    },
    act: ({ recover }) => recover.set('another-word-1'),
    works: says('recover.done'),
    unknown: 'password.unsure',
    refused: REFUSED,
  },
  'lookup.sources': part(
    '/register',
    'register.unavailable',
    shows(({ register }) => register.phone),
    GUEST,
  ),
  'lookup.banks': part(
    '/register',
    'register.unavailable',
    shows(({ register }) => register.phone),
    GUEST,
  ),
  'account.validate': {
    ...GUEST,
    before: async ({ register, world, phone }) => {
      await world.turn('registerOTP', false)
      await register.toProfile(phone)
      await register.typeProfile()
    },
    act: ({ register }) => register.next.click(),
    works: shows(({ register }) => register.accountNo),
    unknown: FAILED,
    refused: REFUSED,
  },
  'account.create': {
    ...GUEST,
    before: async ({ register, world, phone }) => {
      await world.turn('registerOTP', false)
      await register.toBank(phone)
      await register.typeBank(phone)
    },
    act: ({ register }) => register.submit.click(),
    works: says('register.done'),
    unknown: 'register.unsure',
    refused: REFUSED,
  },
  'lookup.contact': part(
    '/contact',
    'contact.failed',
    shows(({ page }) => page.getByRole('main').getByRole('link')),
    GUEST,
  ),
  'lookup.info': part(
    '/contact',
    'contact.failed',
    shows(({ page }) => page.getByRole('main').getByRole('link')),
    GUEST,
  ),
  'lookup.enableChatWidget': part(
    '/contact',
    'page.contact',
    shows((tools) => panelOf(tools).launch),
    GUEST,
  ),

  'wallet.get': part(
    '/user/home',
    'home.failed',
    shows(({ home }) => home.main),
  ),
  'wallet.refresh': part(
    '/user/home',
    'home.main',
    shows(({ home }) => home.main),
  ),
  'lookup.conditions': part(
    '/user/home?popup=conditions',
    'conditions.failed',
    shows(({ page }) => page.getByRole('dialog').locator('p, li')),
  ),
  'lookup.agreements': {
    ...part(
      '/user/home',
      'home.main',
      shows(({ home }) => home.agreement),
    ),
    agreement: 'new',
  },
  'lookup.notice': part(
    '/user/bonus',
    'bonus.failed',
    shows(({ bonus }) => bonus.cards),
  ),
  'account.profile': part(
    '/user/profile',
    'profile.failed',
    shows(({ profile, t }) => profile.fact(t('profile.name'))),
  ),
  'account.password': deed(
    ({ profile }) => profile.open('?dialog=password'),
    ({ profile }) => profile.send(NEWCOMER.password, 'another-one-2'),
    shows(({ profile }) => profile.saved),
    'password.unsure',
  ),
  'care.read': part(
    '/user/care',
    'care.failed',
    shows(({ care }) => care.fact('result')),
  ),
  'care.break': deed(
    ({ care }) => care.open(),
    ({ care }) => care.take('day'),
    shows(({ care }) => care.onBreak),
    'care.unsure',
  ),
  'limits.read': part(
    '/user/care',
    'care.limit.failed',
    shows(({ care }) => care.limit('day')),
  ),
  'limits.set': deed(
    ({ care }) => care.open(),
    ({ care }) => care.setLimit('day', '500'),
    shows(({ care }) => care.limit('day').getByText(/500\.00/)),
    'care.limit.unsure',
  ),
  'limits.review': {
    ...deed(
      async ({ page, question }) => {
        await page.goto('/user/home?dialog=deposit')
        await expect(question.decline).toBeVisible()
      },
      ({ question }) => question.decline.click(),
      shows(({ deposit }) => deposit.create),
      // the deposit continues even if the call fails or is refused
      'qr.create',
      'qr.create',
    ),
    as: 'unasked',
  },
  'timeCheck.set': deed(
    ({ care }) => care.open(),
    ({ care }) => care.remind(30),
    shows(({ care }) => care.reminder(30).and(care.main.locator('[aria-pressed=true]'))),
    'care.visit.unsure',
  ),
  'timeCheck.visit': deed(
    async ({ backend, page }) => {
      await backend.remind(60)
      await page.goto('/user/profile')
    },
    ({ care }) => care.lasts(61),
    shows(({ care, t }) => care.visit.getByText(t('care.result'))),
    'care.visit.unknown',
    'care.visit.unknown',
  ),
  'data.page': deed(
    ({ page, t }) => dataDialog(page, t).open(),
    ({ page, t }) => dataDialog(page, t).prepare.click(),
    shows(({ page, t }) => dataDialog(page, t).save),
    'data.export.failed',
    'data.export.failed',
  ),
  'data.erasure': part(
    '/user/profile?dialog=data',
    'data.erasure.failed',
    shows(({ page, t }) => dataDialog(page, t).ask),
  ),
  'data.erase': deed(
    async ({ page, t }) => {
      await dataDialog(page, t).open()
      await dataDialog(page, t).ask.click()
    },
    ({ page, t }) => dataDialog(page, t).confirm(NEWCOMER.password),
    shows(({ page, t }) => dataDialog(page, t).cancel),
    'data.erasure.unsure',
  ),
  'data.keep': deed(
    async ({ backend, page, t }) => {
      await backend.eraseData()
      await dataDialog(page, t).open()
    },
    ({ page, t }) => dataDialog(page, t).cancel.click(),
    shows(({ page, t }) => dataDialog(page, t).ask),
    'data.erasure.unsure',
  ),
  'passkey.list': part(
    '/user/profile?dialog=passkeys',
    'passkey.failed',
    shows(({ page, t }) => passkeyDialog(page, t).add),
  ),
  'passkey.prepare': addsPasskey,
  'passkey.add': addsPasskey,
  'passkey.remove': deed(
    async (tools) => {
      await withPasskey(tools)
      await passkeyDialog(tools.page, tools.t).remove.click()
    },
    ({ page, t }) => passkeyDialog(page, t).removeWith(NEWCOMER.password),
    ({ page, t }) => expect(passkeyDialog(page, t).rows).toHaveCount(0),
    'passkey.unsure',
  ),
  'passkey.confirm': deed(
    async (tools) => {
      await withPasskey(tools)
      await passkeyDialog(tools.page, tools.t).remove.click()
    },
    ({ page, t }) => passkeyDialog(page, t).usePasskey.click(),
    ({ page, t }) => expect(passkeyDialog(page, t).rows).toHaveCount(0),
    'stepUp.declined',
    'stepUp.declined',
  ),
  'passkey.challenge': {
    ...deed(
      logOutWithPasskey,
      ({ login }) => login.open(),
      ({ page }) => expect(page).toHaveURL('/user/home'),
      'login.submit',
      'login.submit',
    ),
  },
  'account.passkey': {
    ...deed(
      logOutWithPasskey,
      ({ login }) => login.open(),
      ({ page }) => expect(page).toHaveURL('/user/home'),
      FAILED,
    ),
  },
  'session.list': part(
    '/user/profile?dialog=devices',
    'devices.failed',
    shows(({ page, t }) => page.getByText(t('devices.here'))),
  ),
  'account.events': part(
    '/user/profile?dialog=events',
    'events.failed',
    shows(({ page, t }) => page.getByText(t('events.of.register'), { exact: true })),
  ),
  'session.end': deed(
    openDevices,
    async ({ page, t }) => {
      await page.getByRole('dialog').getByRole('listitem').getByRole('button').click()
      await devicesDialog(page, t).confirm(NEWCOMER.password)
    },
    hasNoOthers,
    'devices.unsure',
    'devices.title',
  ),
  'session.endOthers': deed(
    openDevices,
    async ({ page, t }) => {
      await devicesDialog(page, t).endOthers.click()
      await devicesDialog(page, t).confirm(NEWCOMER.password)
    },
    hasNoOthers,
    'devices.unsure',
    'devices.title',
  ),
  'account.rename': {
    ...deed(
      async ({ page, bank }) => {
        // an earlier test may have corrected the name, so the reply always has the original one
        await page.route('**/api/wallet', async (route) => {
          const response = await really(route)
          const overview = await response.json()
          overview.bankAccount.bankAccountName = DEMO.bonus.bankAccountName
          await route.fulfill({ response, json: overview })
        })
        await bank.open()
      },
      async ({ bank }) => {
        await bank.copyNo('KBANK').click()
        await bank.name.fill('DEMO BONUS')
        await bank.save.click()
        await bank.password.fill(DEMO_PASSWORD)
        await bank.confirmName.click()
      },
      shows(({ bank }) => bank.named),
      'bank.unsure',
    ),
    as: 'bonus',
  },

  'wallet.transfer': deed(
    async (tools) => {
      await staked(tools)
      await tools.transfer.open()
    },
    async ({ transfer }) => {
      await transfer.fill(GAME, 'WALLET', satang(100 * BAHT))
      await transfer.submit.click()
    },
    shows(({ transfer }) => transfer.done),
  ),
  'wallet.transferAll': deed(
    async (tools) => {
      await filled(tools)
      await openGame(tools)
    },
    ({ game }) => game.fill.click(),
    shows(({ game }) => game.filled),
  ),
  'lookup.withdraw': part('/user/home?dialog=withdraw', 'withdraw.failed', says('withdraw.limits')),
  'wallet.withdrawAll': deed(
    async (tools) => {
      await filled(tools)
      await tools.withdraw.open()
    },
    ({ withdraw }) => withdraw.send(satang(STAKE)),
    shows(({ withdraw }) => withdraw.done),
  ),
  'statement.list': {
    ...part(
      '/user/statement',
      'statement.failed',
      shows(({ statement }) => statement.rows),
    ),
    before: filled,
  },
  'lookup.deposit': part(
    '/user/home?dialog=deposit',
    'qr.creditTime',
    shows(({ deposit }) => deposit.amount),
  ),
  'qr.get': {
    ...part(
      '/user/home?dialog=deposit',
      FAILED,
      shows(({ deposit }) => deposit.amount),
    ),
    refused: REFUSED,
  },
  'qr.create': deed(
    ({ deposit }) => deposit.open(),
    async ({ deposit }) => {
      await deposit.preset(satang(100 * BAHT)).click()
      await deposit.create.click()
    },
    shows(({ deposit }) => deposit.timer),
  ),
  // after a failure, the page re-reads the code and shows its actual state
  'qr.remove': {
    ...deed(
      async ({ deposit }) => {
        await deposit.open()
        await deposit.make(satang(100 * BAHT))
      },
      async ({ deposit }) => {
        await deposit.cancel.click()
        await deposit.confirm.getByRole('button').last().click()
        await expect(deposit.confirm).toHaveCount(0)
      },
      shows(({ deposit }) => deposit.amount),
      'qr.waiting',
      'qr.waiting',
    ),
    done: 'qr.creditTime',
  },
  'lookup.slip': part(
    '/user/home?dialog=deposit',
    'qr.creditTime',
    shows(({ deposit }) => deposit.amount),
  ),
  'wallet.slip': deed(
    sendSlip,
    ({ bank }) => bank.submit.click(),
    shows(({ bank }) => bank.sent),
    'slip.unsure',
  ),
  'statement.slips': part('/user/statement?dialog=slips', 'slip.failed', says('slip.empty')),
  'statement.reference': {
    ...deed(
      ({ statement }) => statement.openSlips(),
      ({ statement }) => statement.slips.getByRole('button').first().click(),
      opensTab,
      FAILED,
    ),
    as: 'member',
  },
  'wallet.truelink': deed(
    ({ gift }) => gift.open(),
    ({ gift }) => gift.send(giftLink('100')),
    shows(({ gift }) => gift.received),
  ),

  'wallet.activate': deed(
    ({ game }) => game.open(GAME),
    ({ game }) => game.activate.click(),
    shows(({ game }) => game.username),
    'game.unsure',
  ),
  'wallet.account': deed(
    ({ backend }) => backend.activate(GAME),
    ({ page }) => page.goto(`/user/home?dialog=game&game=${GAME}`),
    shows(({ game }) => game.username),
    FAILED,
  ),
  'wallet.resetpassword': deed(
    openGame,
    async ({ game }) => {
      await game.reset.click()
      await game.resetDo.click()
    },
    says('game.resetDone'),
    'game.unsure',
  ),
  'autoLogin.user': deed(
    (tools) => openAny(tools, 'pg'),
    ({ game }) => game.play.click(),
    opensTab,
    FAILED,
  ),
  'autoLogin.password': deed(
    (tools) => openAny(tools, 'pgslot'),
    ({ game }) => game.play.click(),
    opensTab,
    FAILED,
  ),

  'bonus.list': part(
    '/user/bonus',
    'bonus.failed',
    shows(({ bonus }) => bonus.cards),
  ),
  'bonus.active': part(
    '/user/bonus',
    'bonus.failed',
    shows(({ bonus }) => bonus.code),
  ),
  'bonus.activate': deed(
    ({ bonus }) => bonus.open(),
    ({ bonus }) => bonus.take('WELCOME'),
    shows(({ bonus }) => bonus.saved),
  ),
  'bonus.clear': deed(
    async ({ backend, bonus }) => {
      await backend.takeBonus('WELCOME')
      await bonus.open()
    },
    async ({ bonus }) => {
      await bonus.end.click()
      await bonus.endIt.click()
    },
    shows(({ bonus }) => bonus.ended),
  ),
  'promotion.find': deed(
    ({ bonus }) => bonus.open(),
    ({ bonus }) => bonus.find('KRAPAO100'),
    shows(({ bonus }) => bonus.receive),
    FAILED,
  ),
  'promotion.activate': deed(
    async ({ bonus }) => {
      await bonus.open()
      await bonus.find('KRAPAO100')
    },
    ({ bonus }) => bonus.receive.click(),
    shows(({ bonus }) => bonus.saved),
  ),
  'invite.list': behindBanners('invite', 'invite.listFailed', says('invite.empty')),
  'invite.banners': part(
    '/user/home?dialog=invite',
    'invite.link',
    shows(({ invite }) => invite.goOn),
  ),
  'invite.bonus': deed(
    async ({ world, phone, invite }) => {
      await world.bringFriend(phone, satang(STAKE), 'lose')
      await invite.open()
    },
    async ({ invite }) => {
      await invite.collect.click()
      await invite.confirm.click()
    },
    says('invite.collected'),
  ),
  'refund.list': behindBanners('refund', 'refund.listFailed', says('refund.empty')),
  'refund.check': behindBanners('refund', 'refund.failed', says('refund.none')),
  'refund.banners': part(
    '/user/home?dialog=refund',
    'refund.none',
    shows(({ refund }) => refund.goOn),
  ),
  'refund.receive': deed(
    async (tools) => {
      await lost(tools)
      await tools.refund.open()
    },
    ({ refund }) => refund.receive.click(),
    shows(({ refund }) => refund.received),
  ),
  'spin.setup': part(
    '/user/spin',
    'spin.failed',
    shows(({ spin }) => spin.wheel),
  ),
  'spin.active': part(
    '/user/home',
    'home.refreshAll',
    shows(({ home }) => home.wheel),
  ),
  'spin.spin': deed(
    async ({ world, phone, spin }) => {
      await world.giveCoins(phone, 2)
      await spin.open()
    },
    ({ spin }) => spin.button.click(),
    shows(({ spin }) => spin.gotIt),
  ),
  'spin.coupons': part('/user/spin', 'coupon.failed', says('coupon.empty')),
  'spin.claim': deed(
    withCoupon,
    async ({ spin }) => {
      await spin.show(PRIZE)
      await spin.claim(PRIZE).click()
      await spin.confirm.click()
    },
    shows(({ spin }) => spin.claimed(PRIZE)),
  ),
  'chat.config': withChat(part('/user/contact?chat=open', 'chat.historyFailed', isOnline)),
  'chat.history': deed(
    async (tools) => {
      await openChat(tools)
      await chatPanel(tools.page, tools.t).say('hello')
    },
    ({ page }) => page.reload(),
    shows((tools) => panelOf(tools).said('hello')),
    'chat.historyFailed',
    'chat.historyFailed',
  ),
  'chat.read': withChat(part('/user/contact?chat=open', 'chat.empty', isOnline)),
  'chat.send': {
    ...chat(
      async ({ box }) => {
        await box.fill('hello')
        await box.press('Enter')
      },
      ({ said }) => said('hello'),
    ),
    done: 'chat.sent',
    isHeard: true,
  },
  'chat.uploadImage': chat(
    ({ file }) => file.setInputFiles('e2e/pictures/qr.png'),
    ({ pictures }) => pictures,
  ),
  'chat.uploadVideo': chat(
    ({ file }) => file.setInputFiles('public/help/wallet.mp4'),
    ({ videos }) => videos,
  ),
  'account.logout': {
    ...MEMBER,
    before: ({ home }) => home.open(),
    act: ({ home }) => home.logout.click(),
    works: shows(({ login }) => login.submit),
    unknown: 'login.submit',
    refused: 'login.submit',
  },
}
