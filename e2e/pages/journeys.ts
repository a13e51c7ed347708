import { expect } from '@playwright/test'
import type { CallName } from '#contract/calls.ts'
import { DEMO } from '#server/seed.ts'
import { PRIZES } from '#server/wheel.ts'
import { slipFile } from './bank.ts'
import { chatPanel } from './chat.ts'
import { giftLink } from './gift.ts'
import { NEWCOMER } from './register.ts'
import { really } from './spoil.ts'
import type { Options, Tools } from './test.ts'
import type { TextKey } from './texts.ts'

/** Calls that no screen makes. Source: D-56. */
const UNUSED = [
  'account.update',
  'wallet.withdraw',
  'wallet.add',
  'bonus.minimum',
  'promotion.current',
  'refund.addWallet',
] as const satisfies CallName[]
type Used = Exclude<CallName, (typeof UNUSED)[number]>

/** What a journey may use, whichever backend it runs on. */
export type JourneyTools = Omit<Tools, 'sandbox'>

/**
 * How a player comes to make a call: what is `before` a fault is set, then `act`. What is seen then: `unknown` where no
 * answer came that counts, `refused` where the server said no; where nothing is told, what the player goes on with.
 */
export type Journey = {
  as: Options['as']
  agreement: Options['agreement']
  before: (tools: JourneyTools) => Promise<unknown>
  act: (tools: JourneyTools) => Promise<unknown>
  unknown: TextKey
  refused: TextKey
  /** Seen in place of `unknown` where it has had its effect. */
  done?: TextKey
  /** The effect is heard of by another way, and the answer not waited for. */
  isHeard?: true
}

const BAHT = 100
const GAME = 'pg'
const COUPON = 'CASH5'
const STAKE = 1000 * BAHT
const MEMBER = { as: 'newcomer', agreement: 'seen', before: async () => {} } as const
const GUEST = { ...MEMBER, as: 'guest' } as const
/** What the refusal NO_DATA is told as. */
const REFUSED = 'errorMsg.NO_DATA'
/** What may be told where nothing is in doubt. */
const FAILED = 'errorMsg.INTERNAL_SERVER_ERROR'

/** A part of a page that is read when it opens. */
const part = (address: string, seen: TextKey, who: typeof MEMBER | typeof GUEST = MEMBER): Journey => ({
  ...who,
  act: ({ page }) => page.goto(address),
  unknown: seen,
  refused: seen,
})
/** Something that a player does. */
const deed = (
  before: Journey['before'],
  act: Journey['act'],
  unknown: TextKey = 'money.unknown',
  refused: TextKey = REFUSED,
): Journey => ({ ...MEMBER, before, act, unknown, refused })

/** What is read once the banners before a dialog are left behind. */
const behindBanners = (dialog: 'invite' | 'refund', seen: TextKey): Journey =>
  deed(
    async (tools) => {
      await tools.page.goto(`/user/home?dialog=${dialog}`)
      await expect(tools[dialog].goOn).toBeVisible()
    },
    (tools) => tools[dialog].goOn.click(),
    seen,
    seen,
  )

const filled = ({ backend }: JourneyTools) => backend.fill(STAKE)
const staked = ({ backend }: JourneyTools) => backend.stake(GAME, STAKE)
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
const chat = (act: (panel: ReturnType<typeof chatPanel>) => Promise<unknown>): Journey =>
  deed(openChat, ({ page, t }) => act(chatPanel(page, t)), 'chat.failed', 'chat.failed')
const withChat = (journey: Journey): Journey => ({
  ...journey,
  before: ({ world }) => world.turn('enableChatWidget', true),
})
const sendSlip = async (tools: JourneyTools) => {
  await tools.bank.open()
  await tools.bank.unfold()
  await tools.bank.file.setInputFiles(slipFile(tools.info))
}
const lost = async ({ backend, world, phone }: JourneyTools) => {
  await backend.stake(GAME, STAKE)
  await world.play(phone, GAME, STAKE, 'lose')
}
const withCoupon = async ({ world, backend, phone, spin }: JourneyTools) => {
  await world.giveCoins(phone, 100)
  await backend.win(COUPON)
  await spin.open()
}

/** A way to every call that a screen makes. */
export const JOURNEYS: Record<Used, Journey> = {
  'lookup.active': part('/login', 'login.submit', GUEST),
  'account.login': {
    ...GUEST,
    before: ({ login }) => login.open(),
    act: ({ login }) => login.signIn(DEMO.member.username),
    unknown: FAILED,
    refused: REFUSED,
  },
  'lookup.registerOTP': part('/register', 'register.unavailable', GUEST),
  'otp.send': {
    ...GUEST,
    before: ({ register }) => register.open(),
    act: async ({ register, phone }) => {
      await register.phone.fill(phone)
      await register.getCode.click()
    },
    unknown: FAILED,
    refused: REFUSED,
  },
  'otp.verify': {
    ...GUEST,
    before: ({ register, phone }) => register.toOtp(phone),
    act: async ({ register, world, phone }) => register.enter(await world.sms(phone)),
    unknown: FAILED,
    refused: REFUSED,
  },
  'lookup.sources': part('/register', 'register.unavailable', GUEST),
  'lookup.banks': part('/register', 'register.unavailable', GUEST),
  'account.validate': {
    ...GUEST,
    before: async ({ register, world, phone }) => {
      await world.turn('registerOTP', false)
      await register.toProfile(phone)
      await register.typeProfile()
    },
    act: ({ register }) => register.next.click(),
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
    unknown: 'register.unsure',
    refused: REFUSED,
  },
  'lookup.contact': part('/contact', 'contact.failed', GUEST),
  'lookup.info': part('/contact', 'contact.failed', GUEST),
  'lookup.enableChatWidget': part('/contact', 'page.contact', GUEST),

  'wallet.get': part('/user/home', 'home.failed'),
  'wallet.refresh': part('/user/home', 'home.main'),
  'lookup.conditions': part('/user/home?popup=conditions', 'conditions.failed'),
  'lookup.agreements': { ...part('/user/home', 'home.main'), agreement: 'new' },
  'lookup.notice': part('/user/bonus', 'bonus.failed'),
  'account.profile': part('/user/profile', 'profile.failed'),
  'account.password': deed(
    ({ profile }) => profile.open('?dialog=password'),
    ({ profile }) => profile.send(NEWCOMER.password, 'another-one-2'),
    'password.unsure',
  ),
  'account.rename': {
    ...deed(
      async ({ page, bank }) => {
        // however often it was mended before
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
      },
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
      await transfer.fill(GAME, 'WALLET', 100 * BAHT)
      await transfer.submit.click()
    },
  ),
  'wallet.transferAll': deed(
    async (tools) => {
      await filled(tools)
      await openGame(tools)
    },
    ({ game }) => game.fill.click(),
  ),
  'lookup.withdraw': part('/user/home?dialog=withdraw', 'withdraw.failed'),
  'wallet.withdrawAll': deed(
    async (tools) => {
      await filled(tools)
      await tools.withdraw.open()
    },
    ({ withdraw }) => withdraw.send(STAKE),
  ),
  'statement.list': part('/user/statement', 'statement.failed'),
  'lookup.deposit': part('/user/home?dialog=deposit', 'qr.creditTime'),
  'qr.get': { ...part('/user/home?dialog=deposit', FAILED), refused: REFUSED },
  'qr.create': deed(
    ({ deposit }) => deposit.open(),
    async ({ deposit }) => {
      await deposit.preset(100 * BAHT).click()
      await deposit.create.click()
    },
  ),
  // the code is read anew, and the truth shown
  'qr.remove': {
    ...deed(
      async ({ deposit }) => {
        await deposit.open()
        await deposit.make(100 * BAHT)
      },
      async ({ deposit }) => {
        await deposit.cancel.click()
        await deposit.confirm.getByRole('button').last().click()
        await expect(deposit.confirm).toHaveCount(0)
      },
      'qr.waiting',
      'qr.waiting',
    ),
    done: 'qr.creditTime',
  },
  'lookup.slip': part('/user/home?dialog=deposit', 'qr.creditTime'),
  'wallet.slip': deed(sendSlip, ({ bank }) => bank.submit.click(), 'slip.unsure'),
  'statement.slips': part('/user/statement?dialog=slips', 'slip.failed'),
  'statement.reference': {
    ...deed(
      ({ statement }) => statement.openSlips(),
      ({ statement }) => statement.slips.getByRole('button').first().click(),
      FAILED,
    ),
    as: 'member',
  },
  'wallet.truelink': deed(
    ({ gift }) => gift.open(),
    ({ gift }) => gift.send(giftLink('100')),
  ),

  'wallet.activate': deed(
    ({ game }) => game.open(GAME),
    ({ game }) => game.activate.click(),
    'game.unsure',
  ),
  'wallet.account': deed(
    ({ backend }) => backend.activate(GAME),
    ({ page }) => page.goto(`/user/home?dialog=game&game=${GAME}`),
    FAILED,
  ),
  'wallet.resetpassword': deed(
    openGame,
    async ({ game }) => {
      await game.reset.click()
      await game.resetDo.click()
    },
    'game.unsure',
  ),
  'autoLogin.user': deed(
    (tools) => openAny(tools, 'pg'),
    ({ game }) => game.play.click(),
    FAILED,
  ),
  'autoLogin.password': deed(
    (tools) => openAny(tools, 'pgslot'),
    ({ game }) => game.play.click(),
    FAILED,
  ),

  'bonus.list': part('/user/bonus', 'bonus.failed'),
  'bonus.active': part('/user/bonus', 'bonus.failed'),
  'bonus.activate': deed(
    ({ bonus }) => bonus.open(),
    ({ bonus }) => bonus.take('WELCOME'),
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
  ),
  'promotion.find': deed(
    ({ bonus }) => bonus.open(),
    ({ bonus }) => bonus.find('KRAPAO100'),
    FAILED,
  ),
  'promotion.activate': deed(
    async ({ bonus }) => {
      await bonus.open()
      await bonus.find('KRAPAO100')
    },
    ({ bonus }) => bonus.receive.click(),
  ),
  'invite.list': behindBanners('invite', 'invite.listFailed'),
  'invite.banners': part('/user/home?dialog=invite', 'invite.link'),
  'invite.bonus': deed(
    async ({ world, phone, invite }) => {
      await world.bringFriend(phone, STAKE, 'lose')
      await invite.open()
    },
    async ({ invite }) => {
      await invite.collect.click()
      await invite.confirm.click()
    },
  ),
  'refund.list': behindBanners('refund', 'refund.listFailed'),
  'refund.check': behindBanners('refund', 'refund.failed'),
  'refund.banners': part('/user/home?dialog=refund', 'refund.none'),
  'refund.receive': deed(
    async (tools) => {
      await lost(tools)
      await tools.refund.open()
    },
    ({ refund }) => refund.receive.click(),
  ),
  'spin.setup': part('/user/spin', 'spin.failed'),
  'spin.active': part('/user/home', 'home.refreshAll'),
  'spin.spin': deed(
    async ({ world, phone, spin }) => {
      await world.giveCoins(phone, 2)
      await spin.open()
    },
    ({ spin }) => spin.button.click(),
  ),
  'spin.coupons': part('/user/spin', 'coupon.failed'),
  'spin.claim': deed(withCoupon, async ({ spin }) => {
    const label = PRIZES.find(({ code }) => code === COUPON)?.label.th ?? ''
    await spin.show(label)
    await spin.claim(label).click()
    await spin.confirm.click()
  }),

  'chat.config': withChat(part('/user/contact?chat=open', 'chat.historyFailed')),
  'chat.history': deed(
    async (tools) => {
      await openChat(tools)
      await chatPanel(tools.page, tools.t).say('hello')
    },
    ({ page }) => page.reload(),
    'chat.historyFailed',
    'chat.historyFailed',
  ),
  'chat.read': withChat(part('/user/contact?chat=open', 'chat.empty')),
  'chat.send': {
    ...chat(async ({ box }) => {
      await box.fill('hello')
      await box.press('Enter')
    }),
    done: 'chat.sent',
    isHeard: true,
  },
  'chat.uploadImage': chat(({ file }) => file.setInputFiles('e2e/pictures/qr.png')),
  'chat.uploadVideo': chat(({ file }) => file.setInputFiles('public/help/wallet.mp4')),
  'account.logout': {
    ...MEMBER,
    before: ({ home }) => home.open(),
    act: ({ home }) => home.logout.click(),
    unknown: 'login.submit',
    refused: 'login.submit',
  },
}
