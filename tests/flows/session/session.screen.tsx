import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import type { sessionMachine } from '#machines/session.machine.ts'
import { toastsMachine } from '#machines/toasts.machine.ts'
import { LoginScreen } from '#src/features/session/login-screen.tsx'
import { MemberLayout } from '#src/features/session/member-layout.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { inRouter } from '#tests/kit/memory-router.tsx'
import { fill, key, press, type ScreenSnapshot, tick, told } from '#tests/kit/screen.ts'
import model from './session.model.ts'

const { login, nav } = th
type Session = ActorRefFrom<typeof sessionMachine>

/** The session's screens: the login, the member's frame, and nothing while other pages are open. */
export function Page({ actor }: { actor: Session }) {
  const isMember = useSelector(actor, (s) => s.hasTag('member'))
  const isLogin = useSelector(actor, (s) => s.hasTag('busy') || s.matches({ guest: 'login' }))
  if (isLogin) return <LoginScreen actor={actor} />
  return isMember ? <MemberLayout actor={actor} side={null} isHome unread={0} onConditions={() => {}} /> : null
}

const form = (submit: string): string[] => [
  th.app.language,
  login.phone,
  login.password,
  login.show,
  login.remember,
  login.forgot,
  submit,
  login.register,
]
const frame = [
  th.app.skip,
  'krapao',
  th.app.language,
  nav.logout,
  nav.home,
  nav.statement,
  nav.contact,
  nav.profile,
  nav.conditions,
]
const open = ({ context: { failure } }: SnapshotFrom<typeof sessionMachine>): ScreenSnapshot => ({
  controls: form(login.submit),
  alerts: told(failure),
  sees: [login.welcome],
})
const busy = (): ScreenSnapshot => ({ controls: form(`${login.busy} (busy)`), sees: [login.welcome] })
const others = (): ScreenSnapshot => ({ controls: [] })

type Login = { username: string; password: string; remember: boolean }
/** Fills in the login form, and submits it with `leave`. */
export const enter =
  (leave: () => Promise<void>) =>
  async ({ username, password, remember }: Login) => {
    await fill(login.phone, username)
    await fill(login.password, password)
    await tick(login.remember, remember)
    await leave()
  }

export default defineDriver(model, {
  view: (actor) => inRouter(<Page actor={actor} />),
  act: {
    'login.type': { ways: [() => fill(login.phone, '08')] },
    'login.remember': 'outside',
    'login.submit': { ways: [enter(press(login.submit)), enter(key('Enter', login.password))] },
    'session.logout': { ways: [press(nav.logout)] },
    'login.passkey': 'outside',
    'login.open': 'outside',
    'public.open': 'outside',
    'user.open': 'outside',
    'chat.open': 'outside',
    'wire.gone': 'outside',
    'wire.signedOut': 'outside',
    'tab.signedIn': 'outside',
    'tab.signedOut': 'outside',
  },
  children: { toasts: { logic: toastsMachine } },
  texts: [login.welcome, login.memory],
  look: {
    'guest.browsing': others,
    'guest.login.asking': open,
    'guest.login.asked': open,
    'guest.login.unanswered': open,
    asking: () => busy(),
    signingIn: () => busy(),
    signingInByPasskey: () => busy(),
    member: ({ context: { kept } }) => ({
      controls: frame,
      sees: kept === 'page' ? [login.memory] : [],
    }),
    terminated: others,
  },
})
