import { WALLET } from '#contract/transfer.ts'
import { giftLink, sealedGift } from './money-in.ts'
import type { Backend } from './server.ts'

/**
 * A demo member on a backend. `logins` contains the logins of two games, read while the member was still allowed to
 * play.
 */
export type Player = { backend: Backend; token: string; logins: Record<string, { username: string; password: string }> }

/** Reads the logins of a {@link Player}. */
export async function readLogins(backend: Backend, token: string): Promise<Player['logins']> {
  const logins: Player['logins'] = {}
  for (const code of ['pg', 'usun']) logins[code] = await backend.credentials(token, code)
  return logins
}

function enter({ backend, token, logins }: Player, code: 'pg' | 'usun') {
  const { username: user = '', password: pass = '' } = logins[code] ?? {}
  return code === 'usun'
    ? backend.call('autoLogin.password', { provider: code, user, pass }, { token })
    : backend.call('autoLogin.user', { provider: code, user }, { token })
}

/** Submits a new gift link. */
export const sendGift = ({ backend, token }: Pick<Player, 'backend' | 'token'>) =>
  backend.call('wallet.truelink', { link: sealedGift(giftLink('one-20')) }, { token })

/** The calls that a break or a time limit blocks, each with a description. Source: R575, R638. */
export const INTO_PLAY: readonly [string, (player: Player) => ReturnType<typeof sendGift>][] = [
  ['a QR code', ({ backend, token }) => backend.call('qr.create', { provider: 'KBANK', amount: 100 }, { token })],
  ['a gift link', sendGift],
  [
    'a move into a game',
    ({ backend, token }) => backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: 1 }, { token }),
  ],
  [
    'a move from game to game',
    ({ backend, token }) => backend.call('wallet.transfer', { from: 'pg', to: 'usun', amount: 1 }, { token }),
  ],
  [
    'moving everything into a game',
    ({ backend, token }) => backend.call('wallet.transferAll', { to: 'pg' }, { token }),
  ],
  ['opening a game', ({ backend, token }) => backend.call('wallet.activate', { code: 'areaslot' }, { token })],
  ['entering a game by the username', (player) => enter(player, 'pg')],
  ['entering a game by the password', (player) => enter(player, 'usun')],
  ['reading the login of a game', ({ backend, token }) => backend.call('wallet.account', { code: 'pg' }, { token })],
  ['a new password of a game', ({ backend, token }) => backend.call('wallet.resetpassword', { code: 'pg' }, { token })],
  ['a bonus', ({ backend, token }) => backend.call('bonus.activate', { code: 'DAILY' }, { token })],
  ['a promotion', ({ backend, token }) => backend.call('promotion.activate', { code: 'KRAPAO100' }, { token })],
  ['a spin', ({ backend, token }) => backend.call('spin.spin', {}, { token })],
]
