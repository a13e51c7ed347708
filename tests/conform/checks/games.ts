import { passwordLogin, userLogin } from '#contract/game.ts'
import type { Slot } from '#contract/wallet.ts'
import { type Backend, check, must, refusal, skip } from '../kit.ts'

const NO_GAME = { code: 'no-such-game' }

const openGame = async (backend: Backend, fits: (slot: Slot) => boolean = () => true) =>
  (await backend.slots()).find((slot) => slot.isActive && fits(slot)) ?? skip('the member has no such game account')
const closedGame = async (backend: Backend) =>
  (await backend.slots()).find(({ isActive }) => !isActive) ?? skip('every game account is open')

/** True for a link that a browser can open: a URL, or a path on the site. */
const isLink = (link: string) => URL.canParse(link, 'https://site.example')

/** Game accounts and their logins. */
export const gameChecks = [
  check('wallet.account', 'an open game account has credentials', async (backend) => {
    const { code } = await openGame(backend)
    const { username, password } = await backend.ask('wallet.account', { code })
    must(username !== '' && password !== '', 'username or password is empty')
  }),
  refusal('wallet.account', 'an unknown game', NO_GAME, ['NO_GAME']),
  refusal(
    'wallet.account',
    'a game account that is not open',
    async (backend) => {
      const { code } = await closedGame(backend)
      return { code }
    },
    ['SLOT_NO_ACCOUNT'],
  ),
  refusal('wallet.activate', 'an unknown game', NO_GAME, ['NO_GAME']),
  refusal(
    'wallet.activate',
    'an account that is open already',
    async (backend) => {
      const { code } = await openGame(backend)
      return { code }
    },
    ['SLOT_ALREADY_ACTIVE'],
  ),
  refusal('wallet.resetpassword', 'an unknown game', NO_GAME, ['NO_GAME']),
  check(
    'wallet.activate',
    'an activated account is open and has credentials',
    async (backend) => {
      const { code } = await closedGame(backend)
      await backend.ask('wallet.activate', { code })
      const opened = (await backend.slots()).find((slot) => slot.code === code)
      must(opened?.isActive === true, `${code} is still not active`)
      must(opened.amount === 0 || !backend.isFull, `${code} holds money`)
      await backend.ask('wallet.account', { code })
    },
    { money: true },
  ),
  check(
    'wallet.resetpassword',
    'a reset password is another one, of the same user',
    async (backend) => {
      const { code } = await openGame(backend)
      const before = await backend.ask('wallet.account', { code })
      await backend.ask('wallet.resetpassword', { code })
      const after = await backend.ask('wallet.account', { code })
      must(after.username === before.username, 'the username changed')
      must(after.password !== before.password, 'the password is the same')
    },
    { money: true },
  ),
  check('autoLogin.user', 'a game that needs the username gets a link', async (backend) => {
    const { code } = await openGame(backend, (slot) => userLogin(slot.code) !== undefined)
    const provider = userLogin(code) ?? skip('no such provider')
    const { username: user } = await backend.ask('wallet.account', { code })
    const { link } = await backend.ask('autoLogin.user', { provider, user })
    must(isLink(link), 'the link is no address')
  }),
  check('autoLogin.password', 'a game that needs the password gets a link', async (backend) => {
    const { code } = await openGame(backend, (slot) => passwordLogin(slot.code) !== undefined)
    const provider = passwordLogin(code) ?? skip('no such provider')
    const { username: user, password: pass } = await backend.ask('wallet.account', { code })
    const { link } = await backend.ask('autoLogin.password', { provider, user, pass })
    must(isLink(link), 'the link is no address')
  }),
  refusal(
    'autoLogin.user',
    'the username of somebody else',
    async (backend) => {
      const { code } = await openGame(backend, (slot) => userLogin(slot.code) !== undefined)
      return { provider: code, user: 'somebody-else' }
    },
    ['SLOT_NO_ACCOUNT'],
    { level: 'full' },
  ),
  refusal(
    'autoLogin.password',
    'a wrong password',
    async (backend) => {
      const { code } = await openGame(backend, (slot) => passwordLogin(slot.code) !== undefined)
      const { username: user } = await backend.ask('wallet.account', { code })
      return { provider: code, user, pass: 'not the password' }
    },
    ['SLOT_NO_ACCOUNT'],
    { level: 'full' },
  ),
]
