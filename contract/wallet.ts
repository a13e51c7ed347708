import * as v from 'valibot'
import { nameEN } from './bank-name.ts'
import { read } from './call.ts'
import { additive, id, orEmpty, orNull } from './field.ts'
import { LIMIT_PROMPTS } from './limit-prompt.ts'
import { none } from './lookup.ts'
import { Baht, CURRENCIES, plus, type Satang, StoredSatang, satang, sum } from './money.ts'
import { rows } from './rows.ts'
import { secret } from './text.ts'
import { UnderWayList } from './under-way.ts'

const filled = v.pipe(v.string(), v.minLength(1))
/** The address of a game or one of its apps, or null if there is none. */
const link = v.fallback(v.union([v.string(), v.null()]), null)
const MAX_COIN = 1_000_000_000

/**
 * One game account of a member. `amount` is in satang, and `ftWalletSlot` is the game's credit per baht.
 * Source: R161–R162.
 */
export const Slot = v.object({
  code: filled,
  name: filled,
  /** The categories in the spec are slot, sport and lotto. Casino games are shown in the sport carousel (D-44). */
  category: orEmpty,
  logo: orEmpty,
  background: orEmpty,
  isActive: v.boolean(),
  amount: Baht,
  ftWalletSlot: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)),
  web: link,
  android: link,
  ios: link,
})
export type Slot = v.InferOutput<typeof Slot>

/** A game account that could not be read completely. Its `code` and `name` are readable, and its `amount` is null. */
const UnreadSlot = v.object({
  code: filled,
  name: filled,
  category: orEmpty,
  logo: orEmpty,
  background: orEmpty,
  amount: v.fallback(v.null(), null),
})
export type UnreadSlot = v.InferOutput<typeof UnreadSlot>

/** True if the whole game account could be read, including its balance. */
export const isRead = (slot: Slot | UnreadSlot): slot is Slot => slot.amount !== null

/** The member. Source: R158. */
const Member = v.object({
  name: secret(orEmpty),
  _id: v.fallback(id, ''),
  createdAt: orEmpty,
  username: secret(orEmpty),
  coin: orNull(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COIN))),
})

/** The member's bank account. Source: R160. */
const BankAccount = v.object({
  bankAccountName: secret(orEmpty),
  bankAccountNo: secret(orEmpty),
  /** `code` (D-43) and `nameEN` (assumed) are additive fields. */
  bank: v.fallback(v.object({ code: additive(v.string()), nameTH: orEmpty, nameEN }), () => ({ nameTH: '' })),
  /** The currency of all the member's amounts (additive, assumed). */
  currency: additive(v.picklist(CURRENCIES)),
})

/**
 * The wallet overview: the member, the bank account, the main wallet, the invite bonus and the game accounts.
 * Source: R157–R161.
 *
 * An unreadable game account stays in `slots` if it has a code and a name. Accounts without a code or name, or with a
 * repeated code, are left out. `unread` counts all accounts that could not be read. A null list counts as one
 * unreadable account. Unreadable strings become empty. Unreadable coins or an unreadable invite bonus become null, and
 * the rest of the overview stays usable.
 */
export const WalletOverview = v.pipe(
  v.object({
    profile: v.fallback(Member, () => ({ name: '', _id: '', createdAt: '', username: '', coin: null })),
    bankAccount: v.fallback(BankAccount, () => ({ bankAccountName: '', bankAccountNo: '', bank: { nameTH: '' } })),
    wallet: v.object({ amount: Baht }),
    /** `success` and `fail` are percentages (D-55). */
    invite: v.fallback(v.object({ amount: orNull(Baht), success: orNull(v.number()), fail: orNull(v.number()) }), {
      amount: null,
      success: null,
      fail: null,
    }),
    slots: rows(v.union([Slot, UnreadSlot]), [null]),
    /**
     * The pending payments and the recent outcomes, or undefined if the backend does not send them (additive, assumed).
     */
    underWay: additive(UnderWayList),
    /**
     * The reason to ask the member about their limits, or undefined if there is no reason (additive, assumed).
     * Source: D-72.
     */
    limitPrompt: additive(v.picklist(LIMIT_PROMPTS)),
    /**
     * The end of the member's current break from play (ISO 8601), or undefined without a break (additive, assumed).
     * Source: R658.
     */
    breakUntil: additive(secret(v.string())),
    /**
     * The turnover that the member must still reach before money can leave the games, or undefined if nothing holds it
     * there (additive, assumed). Source: R665.
     */
    turnover: additive(Baht),
    /** The number of unread messages from support, or undefined if all are read (additive, assumed). Source: R663. */
    unreadMessages: additive(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  v.transform(({ slots, ...rest }) => {
    const byCode = new Map<string, Slot | UnreadSlot>()
    for (const slot of slots) if (slot && !byCode.has(slot.code)) byCode.set(slot.code, slot)
    const shown = [...byCode.values()]
    return { ...rest, slots: shown, unread: slots.length - shown.filter(isRead).length }
  }),
)
export type WalletOverview = v.InferOutput<typeof WalletOverview>

/**
 * The part of an overview that the browser stores, so that the next visit can show it immediately. `main` and `games`
 * are the money in the main wallet and in all readable games, in satang. `unread` is the number of unreadable games.
 */
export const LastBalance = v.object({
  name: v.string(),
  main: StoredSatang,
  games: StoredSatang,
  unread: v.optional(v.number(), 0),
  currency: v.optional(v.picklist(CURRENCIES)),
})
export type LastBalance = v.InferOutput<typeof LastBalance>

/** Returns the part of an overview that the browser stores. */
export const balanceOf = (overview: WalletOverview): LastBalance => ({
  name: overview.profile.name,
  main: overview.wallet.amount,
  games: inGames(overview),
  unread: overview.unread,
})

/** The game shelves on the home page, in order. Sport and casino share one shelf. Source: R95, D-44. */
export const SHELVES = ['slot', 'sport', 'lotto'] as const
export type Shelf = (typeof SHELVES)[number]

/**
 * Returns the shelf for a game account. A game of an unknown category is shown on the slot shelf, so that no account is
 * hidden.
 */
export function shelfOf({ category }: Pick<Slot, 'category'>): Shelf {
  if (category === 'sport' || category === 'casino') return 'sport'
  return category === 'lotto' ? 'lotto' : 'slot'
}

/** Returns the total of all readable game accounts, in satang. */
export const inGames = ({ slots }: Pick<WalletOverview, 'slots'>): Satang =>
  sum(slots.map(({ amount }) => amount ?? satang(0)))
/** Returns the open game account with the most money, or null if no open account has at least `least` satang. */
export const fullestGame = ({ slots }: Pick<WalletOverview, 'slots'>, least: Satang): Slot | null =>
  slots
    .filter(isRead)
    .filter(({ isActive, amount }) => isActive && amount >= least)
    .reduce<Slot | null>((most, slot) => (most && most.amount >= slot.amount ? most : slot), null)
/** Returns the total of the main wallet and all readable game accounts, in satang. Source: R82. */
export const totalOf = (overview: Pick<WalletOverview, 'slots' | 'wallet'>): Satang =>
  plus(overview.wallet.amount, inGames(overview))
/** Hundredths of a game's own unit. They are shown like an amount of money, but they are not money. */
export type Credit = number & { readonly unit: 'credit' }
/** Returns the credit in a game account. Source: R96. */
export const creditOf = ({ amount, ftWalletSlot }: Pick<Slot, 'amount' | 'ftWalletSlot'>): Credit =>
  Math.round(amount * ftWalletSlot) as Credit

export const walletCalls = {
  'wallet.get': read('GET /api/wallet', none, WalletOverview),
  'wallet.refresh': read('GET /api/wallet/refresh/slot', none, v.unknown()),
}
