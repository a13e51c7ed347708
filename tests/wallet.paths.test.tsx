import th from '#locales/th.json'
import { Balance } from '#src/features/wallet/balance.tsx'
import { drive } from './kit/drive.tsx'
import { press, type Sight } from './kit/screen.ts'
import { overview } from './models/fixtures/wallet.ts'
import model from './models/wallet.model.ts'

const { home } = th
const hello = home.hello.replace('{{name}}', overview.profile.name)
const updated = home.updated.replace('{{time}}', '02/01/2026 10:04:05')
const total = '฿2,320.75'

type Seen = Parameters<Parameters<typeof drive<(typeof model)['config']['machine']>>[1]['look'][string]>[0]

/** Both regions show on the one balance: what it says follows from what is known and how the last reading went. */
function balance(snapshot: Seen): Sight {
  const isKnown = snapshot.context.overview !== null
  const hasFailed = snapshot.matches({ overview: 'failed' })
  const money = isKnown ? [hello, total, '1,500.50', '820.25'] : [hasFailed ? home.failed : th.state.loading]
  const age = hasFailed ? [home.stale] : isKnown ? [updated] : []
  const isBusy = snapshot.hasTag('busy') ? ' (busy)' : ''
  return {
    controls: [`${home.refresh}${isBusy}`, home.deposit, home.withdraw, home.transfer],
    sees: [...money, ...age],
  }
}

drive(model, {
  view: (actor) => <Balance actor={actor} onOpen={() => {}} />,
  act: {
    'wallet.open': 'outside',
    'wallet.read': 'outside',
    'wallet.show': 'outside',
    'wallet.refresh': { ways: [press(home.refresh)], when: (snapshot) => !snapshot.hasTag('busy') },
  },
  texts: [hello, total, '1,500.50', '820.25', updated, home.stale, home.failed, th.state.loading],
  look: {
    'games.resting': balance,
    'games.pausing': balance,
    'games.asking.patient': balance,
    'games.asking.late': balance,
    'overview.unread': balance,
    'overview.reading': balance,
    'overview.known': balance,
    'overview.failed': balance,
  },
})
