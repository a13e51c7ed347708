import { type AnyActorRef, createMachine, type EventObject } from 'xstate'
import { CARE_PERIODS } from '#contract/care.ts'
import { satang } from '#contract/money.ts'
import { LIMIT_KINDS, LIMIT_PERIODS } from '#contract/play-limit.ts'
import { newKey } from '#contract/random.ts'
import type { Slip } from '#contract/slip.ts'
import { CHECK_MINUTES } from '#contract/time-check.ts'
import { othersIn } from '#machines/devices.machine.ts'
import type { Chance } from './chance.ts'
import type { Dialog, Move, Place } from './dialogs.ts'

/** The password of every member. A member who changes it enters the same one again. */
export const PASSWORD = 'a-good-long-password-1'

const ALL = { password: PASSWORD, oldPassword: PASSWORD, newPassword: PASSWORD, confirm: PASSWORD }
/**
 * Matches events that a player triggers with a single press, by the last part of their names. XState's own events are
 * excluded, although some have the same endings.
 */
const PRESSES =
  /^(?!xstate\.).*\.(retry|ask|confirm|accept|check|leave|gotIt|save|remove|decline|set|close|login|stop|cancel|giveUp|again|back)$/
/**
 * Events with something typed or chosen. Some have the same name in several machines, each of which reads only its own
 * fields.
 */
const TYPED: Readonly<Record<string, (draw: Chance, actor: AnyActorRef) => EventObject & Record<string, unknown>>> = {
  'password.submit': () => ({ type: 'password.submit', ...ALL }),
  'password.check': () => ({ type: 'password.check', ...ALL }),
  'stepUp.check': () => ({ type: 'stepUp.check', ...ALL }),
  'recover.check': () => ({ type: 'recover.check', ...ALL }),
  'register.check': () => ({ type: 'register.check', ...ALL }),
  'page.choose': (draw) => ({ type: 'page.choose', page: 1 + draw.below(3) }),
  'period.choose': (draw) => ({ type: 'period.choose', period: draw.of(CARE_PERIODS) }),
  'break.ask': () => ({ type: 'break.ask', length: 'day' }),
  'limit.open': (draw) => ({ type: 'limit.open', kind: draw.of(LIMIT_KINDS), period: draw.of(LIMIT_PERIODS) }),
  'amount.type': (draw) => ({ type: 'amount.type', text: String(500 * (1 + draw.below(20))) }),
  'reminder.choose': (draw) => ({ type: 'reminder.choose', minutes: draw.of([...CHECK_MINUTES, null]) }),
  'agreement.accept': () => ({ type: 'agreement.accept', remember: false }),
  'device.end': (draw, actor) => {
    const { sessions } = actor.getSnapshot().context
    return { type: 'device.end', id: draw.of(othersIn(sessions))?.id ?? '' }
  },
  'slip.open': (draw, actor) => {
    const rows = actor.getSnapshot().children.slipList?.getSnapshot().context.rows ?? []
    return { type: 'slip.open', reference: (draw.of(rows) as Slip | undefined)?.reference ?? 'none' }
  },
}

/** Returns the running machines of a page. */
function machinesIn(actor: AnyActorRef | undefined): AnyActorRef[] {
  const snapshot = actor?.getSnapshot()
  if (!actor || snapshot?.status !== 'active' || typeof snapshot.can !== 'function') return []
  return [actor, ...Object.values<AnyActorRef | undefined>(snapshot.children).flatMap(machinesIn)]
}

/** Presses or types something that one of the page's machines accepts now. */
function press(page: AnyActorRef, { draw }: Place): Move | null {
  const choices = machinesIn(page).flatMap((actor) =>
    (actor as unknown as { logic: { events: string[] } }).logic.events.flatMap((type) => {
      const typed = TYPED[type]?.(draw, actor) ?? (PRESSES.test(type) ? { type } : null)
      return typed && actor.getSnapshot().can(typed) ? [{ actor, typed }] : []
    }),
  )
  if (choices.length === 0) return null
  const { actor, typed } = draw.of(choices)
  actor.send(typed)
  return { words: `sends ${typed.type}` }
}

type Opened = Parameters<Dialog['open']>[0]
const lookedAt = (name: string, open: (place: Opened) => ReturnType<Dialog['open']>): Dialog => ({
  ...{ name, isPending: () => false, open, move: press },
})

/** The bank cannot match the member's name in Thai letters, so the app asks for it in English. */
const accountName: Dialog = {
  name: 'name of the bank account',
  isPending: () => false,
  open: ({ page, wallet, toasts, settings }) => ({
    logic: page.depositLogic,
    input: { wallet, toasts, rules: page.qrRules(settings), pending: page.pendingDeposits() },
  }),
  move: (dialog) => {
    const bank = child(dialog, 'bank')
    const own = { bank: { code: 'KTB' }, bankAccountName: 'สมาชิก' }
    const moves: [AnyActorRef | undefined, EventObject & Record<string, unknown>][] = [
      [bank && child(bank, 'stepUp'), { type: 'password.submit', ...ALL }],
      [bank, { type: 'name.submit', bankAccountName: 'Member' }],
      [bank, { type: 'bank.copy', text: '1', to: { bankCode: 'KBANK', mode: 'AUTO' }, own }],
    ]
    const [actor, event] = moves.find(([each, event]) => each?.getSnapshot().can(event)) ?? []
    if (!actor || !event) return null
    actor.send(event)
    return { words: `sends ${event.type}`, confirms: event.type === 'name.submit' }
  },
}

/** Calls that no screen of the product makes but another program might. Changes are sometimes repeated. */
const program: Dialog = {
  name: 'another program',
  isPending: () => false,
  open: () => ({ logic: createMachine({}), input: {} }),
  move: (_, { page, draw, tells }) => {
    const { otherCalls } = page
    const name = draw.of(Object.keys(otherCalls) as (keyof typeof otherCalls)[])
    const [amount, key] = [satang(100 * (1 + draw.below(200))), newKey()]
    const times = draw.is(0.4) ? 2 : 1
    for (let time = 0; time < times; time++)
      otherCalls[name](amount, key).then(
        () => tells(key),
        () => {},
      )
    return { words: `calls ${name}${times > 1 ? ' twice' : ''}` }
  },
}

/** The pages that members visit. */
export const PAGES: readonly Dialog[] = [
  accountName,
  program,
  lookedAt('My play', ({ page }) => ({ logic: page.careLogic, input: {} })),
  lookedAt('limits', ({ page, wallet }) => ({ logic: page.playLimitLogic, input: { wallet } })),
  lookedAt('review of the limits', ({ page, wallet }) => ({ logic: page.limitReviewLogic, input: { wallet } })),
  lookedAt('question about a limit', ({ page, wallet }) => ({ logic: page.limitQuestionLogic, input: { wallet } })),
  lookedAt('reminder', ({ page }) => ({ logic: page.timeCheckLogic, input: {} })),
  lookedAt('events of the account', ({ page }) => ({ logic: page.accountEventsLogic, input: {} })),
  lookedAt('devices', ({ page, settings }) => ({
    logic: page.devicesLogic,
    input: { asksPassword: settings.asksPassword },
  })),
  lookedAt('profile', ({ page }) => ({ logic: page.profileLogic, input: {} })),
  lookedAt('password', ({ page, settings }) => ({
    logic: page.changePasswordLogic,
    input: { least: settings.passwordMin, endsSessions: false, sentAt: page.passwordSentAt() },
  })),
  lookedAt('statement', ({ page }) => ({ logic: page.statementLogic, input: {} })),
  lookedAt('slips', ({ page, toasts }) => ({ logic: page.slipsLogic, input: { toasts } })),
  lookedAt('data', ({ page }) => ({ logic: page.dataExportLogic, input: {} })),
  lookedAt('erasure', ({ page }) => ({ logic: page.erasureLogic, input: {} })),
  lookedAt('contact', ({ page }) => ({ logic: page.contactLogic, input: {} })),
  lookedAt('chat switch', ({ page }) => ({ logic: page.chatFlagLogic, input: {} })),
  lookedAt('conditions', ({ page }) => ({ logic: page.conditionsLogic, input: {} })),
  lookedAt('invite', ({ page, toasts }) => ({ logic: page.inviteLogic, input: { toasts } })),
  lookedAt('wheel switch', ({ page }) => ({ logic: page.spinActiveLogic, input: {} })),
  lookedAt('home', ({ page, wallet }) => ({ logic: page.homeLogic, input: { wallet, seen: page.seenAgreement() } })),
]

/** Enters the code from the text message, or requests another one. */
function typeCode(otp: AnyActorRef | undefined, phone: string, { draw, codes }: Place): Move | null {
  const code = draw.is(0.9) ? (codes.get(phone) ?? '000000') : '000000'
  const events = [{ type: 'otp.resend' }, { type: 'otp.retry' }, { type: 'otp.submit', otpCode: code }]
  const event = events.find((each) => otp?.getSnapshot().can(each))
  if (!event) return null
  otp?.send(event)
  return { words: `sends ${event.type}` }
}

const child = (actor: AnyActorRef, id: string) => actor.getSnapshot().children[id] as AnyActorRef | undefined
const stateOf = (actor: AnyActorRef) => {
  const { value } = actor.getSnapshot()
  return typeof value === 'string' ? value : Object.keys(value)[0]
}

/** The page on which a newcomer registers with their own phone number. */
export const register: Dialog = {
  name: 'registration',
  isPending: () => false,
  open: ({ page }) => ({ logic: page.registerLogic, input: page.registerInput(undefined) }),
  move: (actor, place) => {
    const type = (field: string, text: string) => actor.send({ type: 'field.type', field, text })
    const { typed, phone, sources = [], banks = [] } = actor.getSnapshot().context
    switch (stateOf(actor)) {
      case 'phone':
        if (!typed.phone) type('phone', `06${String(place.draw.below(10 ** 8)).padStart(8, '0')}`)
        actor.send({ type: 'phone.submit' })
        return { words: 'types a phone number' }
      case 'verifying':
        return typeCode(child(actor, 'otp'), phone, place)
      case 'profile':
        type('name', 'Newcomer')
        type('sourceCode', sources.find((each: { code: string } | null) => each)?.code ?? '')
        actor.send({ type: 'profile.submit', ...ALL })
        return { words: 'types a name' }
      case 'bank': {
        const digits = String(place.draw.below(10 ** 9)).padStart(10, '1')
        type('bankCode', banks.find((each: { code: string } | null) => each)?.code ?? '')
        type('accountNo', digits)
        type('firstName', 'New')
        type('lastName', 'Comer')
        actor.send({ type: 'bank.submit', ...ALL })
        return { words: 'types a bank account' }
      }
      default:
        return press(actor, place)
    }
  },
}

/** The page on which a logged-out member sets a new password. */
export const recover: Dialog = {
  name: 'recovery',
  isPending: () => false,
  open: ({ page }) => ({ logic: page.recoverLogic, input: page.recoverInput() }),
  move: (actor, place) => {
    const state = stateOf(actor)
    if (state === 'verifying') return typeCode(child(actor, 'otp'), place.phone, place)
    if (state !== 'phone') return press(actor, place)
    actor.send({ type: 'phone.submit', phone: place.phone })
    return { words: 'types the phone number' }
  },
}
