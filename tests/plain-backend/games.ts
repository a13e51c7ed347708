import type { Api } from './api.ts'
import { text } from './fields.ts'
import type { GameAccount, Member } from './member.ts'
import { baht } from './money.ts'
import { Refused } from './refused.ts'

type Game = { code: string; name?: string; category: string; art: string; ftWalletSlot: number }
const game = (code: string, name: string, category: string, art: string, ftWalletSlot = 1): Game => ({
  code,
  name,
  category,
  art,
  ftWalletSlot,
})

const GAMES: readonly Game[] = [
  game('pg', 'Moonreel', 'slot', 'moonreel', 10),
  game('joker2', 'Emberfox', 'slot', 'emberfox'),
  game('areaslot', 'Tidewheel', 'slot', 'tidewheel'),
  game('askmebet', 'Lotus Loop', 'slot', 'lotusloop', 0.5),
  game('slotracha', 'Jade Tiger', 'slot', 'jadetiger', 100),
  game('pgslot', 'Starferry', 'slot', 'starferry'),
  game('circus', 'Pepper Pop', 'slot', 'pepperpop'),
  game('betflix', 'Night Derby', 'sport', 'nightderby'),
  game('imi', 'Courtside', 'sport', 'courtside'),
  game('usun', 'Velvet Nine', 'sport', 'velvetnine'),
  game('huayhd', 'Lucky Nine', 'lotto', 'luckynine'),
  game('livedeal', 'Ivory Table', 'casino', 'ivorytable'),
  { code: 'nameless', category: 'slot', art: 'lanterna', ftWalletSlot: 1 },
]
/** A game whose balance its provider keeps in thousandths of a baht. */
const THOUSANDTHS = { code: 'joker2', amount: 12.345 }

/** The only provider whose login is a form. Source: R163. */
const WITH_FORM = 'circus'

/** The host of the games, which is a different site. */
export const GAME_HOST = 'https://play.provider.example'
const WITH_USER = ['pg', 'betflix', 'areaslot', 'joker2', 'huayhd']
const WITH_PASSWORD = ['askmebet', 'imi', 'usun', 'circus', 'slotracha', 'pgslot']

/** Throws NO_GAME if there is no game with this code. */
export function checkGame(code: string) {
  if (!GAMES.some((each) => each.code === code)) throw new Refused('NO_GAME')
}

/**
 * The member's account in a game. Throws NO_GAME if the game does not exist, or SLOT_NO_ACCOUNT if the member has no
 * account in it.
 */
export function accountIn(member: Member, code: string): GameAccount {
  checkGame(code)
  const account = member.games.get(code)
  if (!account) throw new Refused('SLOT_NO_ACCOUNT')
  return account
}

const secret = () => crypto.randomUUID().slice(0, 8)

/** The game accounts of a member, as listed in the wallet overview. */
export const slotsOf = (member: Member) =>
  GAMES.map(({ art, ...rest }) => {
    const account = member.games.get(rest.code)
    return {
      ...rest,
      logo: `/games/${art}-logo.svg`,
      background: `/games/${art}.svg`,
      isActive: account !== undefined,
      amount: rest.code === THOUSANDTHS.code ? THOUSANDTHS.amount : baht(account?.amount ?? 0),
      web: rest.code === 'livedeal' ? `${GAME_HOST}/livedeal` : null,
      android: null,
      ios: null,
      rtp: 96.5,
    }
  })

/** Registers the calls for opening, reading and logging in to game accounts. */
export function games(api: Api) {
  const code = { code: text }
  api.member('GET /api/wallet/refresh/slot', {}, () => undefined)
  api.member('GET /api/wallet/activate/:code', code, (member, { code }) => {
    checkGame(code)
    if (member.games.has(code)) throw new Refused('SLOT_ALREADY_ACTIVE')
    member.games.set(code, { username: `${code}-${member.username}`, password: secret(), amount: 0 })
  })
  api.member('GET /api/wallet/account/:code', code, (member, { code }) => {
    const { username, password } = accountIn(member, code)
    const form = { action: `${GAME_HOST}/${code}`, method: 'POST', fields: { user: username, pass: password } }
    return { username, password, event: code === WITH_FORM ? form : null }
  })
  api.member('GET /api/wallet/resetpassword/:code', code, (member, { code }) => {
    accountIn(member, code).password = secret()
  })

  const enter = (member: Member, providers: string[], provider: string, user: string, pass?: string) => {
    if (!providers.includes(provider)) throw new Refused('NO_GAME')
    const account = accountIn(member, provider)
    const isKnown = account.username === user && (pass === undefined || account.password === pass)
    if (!isKnown) throw new Refused(provider === 'areaslot' ? 'NOT_AREASLOT' : 'SLOT_NO_ACCOUNT')
    return { link: `${GAME_HOST}/${provider}?user=${encodeURIComponent(user)}` }
  }
  api.member('GET /api/autoLogin/:provider/:user', { provider: text, user: text }, (member, { provider, user }) =>
    enter(member, WITH_USER, provider, user),
  )
  const credentials = { provider: text, user: text, pass: text }
  api.member('GET /api/autoLogin/:provider/:user/:pass', credentials, (member, { provider, user, pass }) =>
    enter(member, WITH_PASSWORD, provider, user, pass),
  )
}
