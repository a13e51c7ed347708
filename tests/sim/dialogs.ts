import { type AnyActorLogic, type AnyActorRef, createActor, type InspectionEvent } from 'xstate'
import { type Satang, toBaht } from '#contract/money.ts'
import { QR_PROVIDERS } from '#contract/qr.ts'
import type { SiteSettings } from '#contract/settings.ts'
import { leastTransfer, WALLET } from '#contract/transfer.ts'
import { isRead, type WalletOverview } from '#contract/wallet.ts'
import { GIFT_WALLET, giftLink } from '#tests/kit/money-in.ts'
import type { Page } from './browser.ts'
import type { Chance } from './chance.ts'
import { pictureFile } from './files.ts'

/** The games in which the members of the simulator have accounts. */
export const GAMES = ['pg', 'joker2', 'usun'] as const

/** The part of a page that a dialog uses. */
export type Place = {
  page: Page
  wallet: AnyActorRef
  toasts: AnyActorRef
  settings: SiteSettings
  overview: WalletOverview | null
  draw: Chance
  /** The member's phone number. `codes` has the last code that was sent to each phone. */
  phone: string
  codes: ReadonlyMap<string, string>
  /** Called with the key of a change that succeeded without an attempt. */
  tells: (key: string) => void
}
/** A move of the player. `confirms`: the move confirms a change, so the app creates a key. */
export type Move = { words: string; confirms?: boolean }

/**
 * A dialog, and how a player uses it. `isPending`: the player left the dialog while a change was pending, so opening
 * the dialog again resumes that change.
 */
export type Dialog = {
  name: string
  isPending: (page: Page, game: string) => boolean
  open: (place: Place, game: string) => { logic: AnyActorLogic; input: object }
  /** Makes the player's next move. Returns null if there is nothing to do. */
  move: (actor: AnyActorRef, place: Place) => Move | null
  /** Continues a pending change that has no attempt. Returns false if no change is pending. */
  settle?: (actor: AnyActorRef) => boolean
}

const stateOf = (actor: AnyActorRef | undefined) => {
  const value = actor?.getSnapshot().value
  return typeof value === 'string'
    ? value
    : Object.entries(value ?? {})
        .flat()
        .join('.')
}
export const child = (actor: AnyActorRef, id: string): AnyActorRef => actor.getSnapshot().children[id] as AnyActorRef
const baht = (draw: Chance, most: number) => String(1 + draw.below(most * 4) / 4)

const transfer: Dialog = {
  name: 'transfer',
  isPending: (page) => page.pendingTransfer() !== null,
  open: ({ page, wallet, settings }) => ({
    logic: page.transferLogic,
    input: { wallet, to: '', back: null, least: leastTransfer(settings), pending: page.pendingTransfer() },
  }),
  move: (actor, { draw }) => {
    if (stateOf(actor) !== 'editing') return dismissed(actor, 'transfer.gotIt')
    const places = [WALLET, ...GAMES]
    const from = draw.of(places)
    const to = draw.of(places.filter((place) => place !== from))
    const text = baht(draw, 40)
    actor.send({ type: 'from.choose', code: from })
    actor.send({ type: 'to.choose', code: to })
    actor.send({ type: 'amount.type', text })
    actor.send({ type: 'transfer.submit' })
    return { words: `transfers ${text} baht from ${from} to ${to}`, confirms: true }
  },
}

const withdraw: Dialog = {
  name: 'withdrawal',
  isPending: (page) => page.pendingWithdrawal() !== null,
  open: ({ page, wallet }) => ({ logic: page.withdrawLogic, input: { wallet, pending: page.pendingWithdrawal() } }),
  move: (actor, { draw, overview }) => {
    const state = stateOf(actor)
    if (state === 'unavailable') return sent(actor, 'withdraw.retry', 'tries to load the withdrawal again')
    if (state !== 'editing') return dismissed(actor, 'withdraw.gotIt')
    const text = String(100 + draw.below(50))
    const balance = overview?.wallet.amount ?? null
    actor.send({ type: 'amount.type', text })
    actor.send({ type: 'withdraw.submit', balance })
    if (stateOf(actor) !== 'confirming') return { words: `cannot withdraw ${text} baht` }
    actor.send({ type: 'withdraw.confirm', balance })
    return { words: `withdraws ${text} baht`, confirms: true }
  },
}

const gift: Dialog = {
  name: 'gift link',
  isPending: (page) => page.pendingDeposits().gift !== null,
  open: deposit,
  move: (dialog, { draw }) => {
    const actor = child(dialog, 'gift')
    const state = stateOf(actor)
    if (state !== 'editing') return dismissed(actor, 'gift.gotIt')
    const amount = 1 + draw.below(99)
    actor.send({ type: 'link.type', link: giftLink(`gift${draw.below(60)}-${amount}`) })
    actor.send({ type: 'gift.submit', account: GIFT_WALLET })
    return { words: `sends a gift link of ${amount} baht`, confirms: true }
  },
}

function deposit({ page, wallet, toasts, settings }: Place) {
  return {
    logic: page.depositLogic,
    input: { wallet, toasts, rules: page.qrRules(settings), pending: page.pendingDeposits() },
  }
}

/** Chooses a picture with the file name `name`, and sends it. */
function sendSlip(actor: AnyActorRef, name: string) {
  const file = pictureFile(name)
  const { type, size, lastModified } = file
  actor.send({ type: 'slip.choose', facts: { name, type, size, lastModified } })
  actor.send({ type: 'slip.submit', file })
}

const slip: Dialog = {
  name: 'slip',
  isPending: (page) => page.pendingDeposits().slip !== null,
  open: deposit,
  move: (dialog, { draw }) => {
    const actor = child(dialog, 'slip')
    const snapshot = actor.getSnapshot()
    if (snapshot.matches({ slip: 'sent' })) return sent(actor, 'slip.gotIt', 'dismisses the message')
    if (snapshot.matches({ slip: 'unsure' })) {
      if (draw.is(0.2)) return sent(actor, 'slip.giveUp', 'gives up on the slip')
      sendSlip(actor, snapshot.context.pending.facts.name)
      return { words: 'sends the slip again' }
    }
    if (!snapshot.matches({ slip: 'choosing' })) return null
    const name = `slip ${draw.below(1_000)}.png`
    sendSlip(actor, name)
    return { words: `sends the ${name}` }
  },
  settle: (dialog) => {
    const actor = child(dialog, 'slip')
    const snapshot = actor.getSnapshot()
    if (snapshot.matches({ slip: 'unsure' })) sendSlip(actor, snapshot.context.pending.facts.name)
    return actor.getSnapshot().matches({ slip: 'uploading' })
  },
}

const qr: Dialog = {
  name: 'QR deposit',
  isPending: () => false,
  open: deposit,
  move: (dialog, { draw }) => {
    const provider = draw.of(QR_PROVIDERS)
    dialog.send({ type: 'provider.choose', provider })
    const actor = child(dialog, `qr.${provider}`)
    const state = stateOf(actor)
    if (state === 'unreadable') return sent(actor, 'qr.retry', 'tries to load the QR code again')
    if (state === 'unsure') return sent(actor, 'qr.check', 'checks again whether the QR code was created')
    if (state === 'empty') {
      const text = String(100 + draw.below(200))
      actor.send({ type: 'amount.type', text })
      return sent(actor, 'qr.create', `asks ${provider} for a QR code of ${text} baht`)
    }
    const code = child(actor, 'qrCode')
    const shown = stateOf(code)
    if (shown === 'live.confirming') return sent(code, 'cancel.confirm', 'cancels the QR code')
    if (shown.startsWith('live') && draw.is(0.3)) return sent(code, 'qr.cancel', 'asks to cancel the QR code')
    if (/^(expired|ended|received)/.test(shown)) return sent(code, 'qr.again', 'begins another QR code')
    return null
  },
}

const bonus: Dialog = {
  name: 'bonus',
  isPending: (page) => page.pendingBonus().pending !== null || page.pendingBonus().pendingCode !== null,
  open: ({ page, wallet }) => ({ logic: page.bonusLogic, input: { wallet, ...page.pendingBonus() } }),
  move: (actor, { draw }) => {
    const promotion = child(actor, 'promotion')
    const [state, inner] = [stateOf(actor), stateOf(promotion)]
    if (inner === 'found') return sent(promotion, 'promotion.receive', 'claims a promotion', true)
    if (/^(received|refused)$/.test(inner)) return sent(promotion, 'promotion.gotIt', 'dismisses the message')
    if (state === 'failed') return sent(actor, 'bonus.retry', 'tries to load the bonuses again')
    if (state === 'details') return sent(actor, draw.is(0.8) ? 'bonus.take' : 'bonus.leave', 'claims the bonus', true)
    if (state === 'confirming') return sent(actor, 'bonus.confirm', 'confirms the end of the bonus', true)
    if (/^(taken|ended|refused)$/.test(state)) return sent(actor, 'bonus.gotIt', 'dismisses the message')
    if (state !== 'shown') return null
    const { reading } = actor.getSnapshot().context
    if (reading.active.status && draw.is(0.6)) return sent(actor, 'bonus.end', 'asks to end the bonus')
    if (/^(editing|missing)$/.test(inner) && draw.is(0.4)) {
      const text = draw.of(['KRAPAO100', 'LUCKY50', 'NOSUCH'])
      promotion.send({ type: 'code.type', text })
      return sent(promotion, 'code.submit', `looks up the promotion ${text}`)
    }
    const codes = reading.bonuses.flatMap((each: { code: string } | null) => each?.code ?? [])
    if (codes.length === 0) return null
    const code = draw.of(codes)
    actor.send({ type: 'bonus.open', code })
    return { words: `opens the bonus ${code}` }
  },
}

const refund: Dialog = {
  name: 'refund',
  isPending: (page) => page.pendingRefund() !== null,
  open: ({ page, wallet }) => ({ logic: page.refundLogic, input: { wallet, pending: page.pendingRefund() } }),
  move: (actor) => {
    const state = stateOf(actor)
    if (state === 'banners') return sent(actor, 'banners.close', 'closes the banners')
    if (state === 'failed') return sent(actor, 'refund.retry', 'tries to load the refund again')
    if (state === 'open') return sent(actor, 'refund.receive', 'asks for the refund', true)
    return dismissed(actor, 'refund.gotIt')
  },
}

const spin: Dialog = {
  name: 'wheel',
  isPending: (page) => {
    const { pending, claim } = page.pendingSpin()
    return pending !== null || claim !== null
  },
  open: ({ page, wallet }) => ({ logic: page.spinLogic, input: { wallet, ...page.pendingSpin() } }),
  move: (actor, { draw }) => {
    const coupons = child(actor, 'coupons')
    const [state, inner] = [stateOf(actor), stateOf(coupons)]
    if (inner === 'confirming') return sent(coupons, 'claim.confirm', 'claims a coupon', true)
    if (/^(claimed|refused)$/.test(inner)) return sent(coupons, 'claim.gotIt', 'dismisses the message')
    if (inner === 'failed') return sent(coupons, 'coupons.retry', 'tries to load the coupons again')
    if (state === 'failed') return sent(actor, 'spin.retry', 'tries to load the wheel again')
    if (state === 'prize') return sent(actor, 'prize.gotIt', 'has seen the prize')
    if (state === 'refused') return sent(actor, 'spin.gotIt', 'dismisses the message')
    const all: ({ prize: { slice: { code: string } } } | null)[] = coupons.getSnapshot().context.coupons
    const codes = all.flatMap((coupon) => coupon?.prize.slice.code ?? [])
    if (inner === 'shown' && codes.length > 0 && draw.is(0.5)) {
      const coupon = draw.of(codes)
      coupons.send({ type: 'coupon.choose', coupon })
      return { words: `chooses the coupon ${coupon}` }
    }
    // the confirmation of a coupon claim covers the wheel until the claim is sent
    return state === 'ready' && inner !== 'settling' ? sent(actor, 'wheel.spin', 'spins', true) : null
  },
}

const game: Dialog = {
  name: 'game account',
  isPending: (page, code) => page.pendingDeed(code) !== null,
  open: ({ page, wallet, toasts, overview }, code) => {
    const slot = overview?.slots.find((each) => each.code === code)
    const isActive = slot !== undefined && isRead(slot) && slot.isActive
    return {
      logic: page.gameAccountLogic,
      input: { wallet, toasts, code, web: null, isActive, pending: page.pendingDeed(code) },
    }
  },
  move: (actor, { draw, overview }) => {
    const state = stateOf(actor)
    if (state === 'inactive') return sent(actor, 'game.activate', 'opens a game account', true)
    if (state === 'unreadable') return sent(actor, 'game.retry', 'tries to load the credentials again')
    if (/^(filled|refused)$/.test(state)) return sent(actor, 'game.gotIt', 'dismisses the message')
    if (state === 'confirming') return sent(actor, 'game.confirm', 'confirms a new game password', true)
    if (state !== 'ready') return null
    const share = draw.share()
    if (share < 0.3) return sent(actor, 'game.reset', 'asks for a new game password')
    if (share < 0.6) return sent(actor, 'game.fill', 'fills the game', true)
    const balance = (overview?.wallet.amount ?? 0) as Satang
    actor.send({ type: 'game.play', moves: balance })
    return { words: `plays with ${toBaht(balance)} baht`, confirms: balance > 0 }
  },
}

const invite: Dialog = {
  name: 'invite bonus',
  isPending: (page) => page.pendingInviteBonus() !== null,
  open: ({ page, wallet, toasts }) => ({
    logic: page.inviteBonusLogic,
    input: { wallet, toasts, pending: page.pendingInviteBonus() },
  }),
  move: (actor) => {
    const state = stateOf(actor)
    if (state === 'shown') return sent(actor, 'bonus.collect', 'asks to collect the invite bonus')
    return state === 'confirming' ? sent(actor, 'bonus.confirm', 'collects the invite bonus', true) : null
  },
}

/** The dialogs that the members of the simulator use. */
export const DIALOGS: readonly Dialog[] = [transfer, withdraw, gift, slip, qr, bonus, refund, spin, game, invite]

function sent(actor: AnyActorRef, type: string, words: string, confirms = false): Move {
  actor.send({ type })
  return { words, confirms }
}
function dismissed(actor: AnyActorRef, type: string): Move | null {
  return /^(succeeded|refused|received)$/.test(stateOf(actor)) ? sent(actor, type, 'dismisses the message') : null
}

/** An attempt that is running, with its owner. */
export type Running = { owner: AnyActorRef; attempt: AnyActorRef }
/** Returns the attempts in a dialog, at any depth. */
export function attemptsIn(owner: AnyActorRef): Running[] {
  const children = Object.entries<AnyActorRef | undefined>(owner.getSnapshot()?.children ?? {})
  return children.flatMap(([id, each]) => {
    if (!each) return []
    return id === 'attempt' ? [{ owner, attempt: each }] : attemptsIn(each)
  })
}

/** An actor that the page has started, and stops when the player leaves. */
export type Root = AnyActorRef & { stop: () => unknown }

/** Starts a dialog. `inspect` and the page's inspector observe its actors. */
export const startDialog = (
  dialog: Dialog,
  place: Place,
  game: string,
  inspect: (event: InspectionEvent) => void,
): Root => {
  const { logic, input } = dialog.open(place, game)
  const seen = (event: InspectionEvent) => {
    inspect(event)
    place.page.watch(event)
  }
  return createActor(logic, { id: dialog.name, input, inspect: seen } as never).start()
}
