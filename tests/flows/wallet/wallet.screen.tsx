import type { ComponentProps } from 'react'
import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import { UnderWay } from '#src/features/home/under-way.tsx'
import { UnreadNote } from '#src/features/home/unread-note.tsx'
import { Balance } from '#src/features/wallet/balance.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { overview, reading } from '#tests/kit/samples/wallet.ts'
import { press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './wallet.model.ts'

const { home } = th
/** The member's greeting. */
export const hello = home.hello.replace('{{name}}', overview.profile.name)
const updated = home.updated.replace('{{time}}', '02/01/2026 10:04:05')
/** The beginning of a text, up to its placeholder. This part is the same at any time. */
const before = (text: string) => text.slice(0, text.indexOf('{{'))
const total = '฿2,320.75'
/** The last visit's amounts. */
const lastAmounts = ['฿1,020.00', '1,000.00', '20.00']
const without = home.without.replace('{{n}}', '1')
const unread = home.unread.replace('{{n}}', '1')
const [paying, until] = [th.underWay.qr, th.underWay.until.replace('{{time}}', '10:15')]
const stale = home.stale.replace('{{ago}}', th.ago.minute.replace('{{n}}', '5'))

/** The balance, shown as if five minutes had passed since it was read, so that its age appears. */
export function Page(props: ComponentProps<typeof Balance>) {
  const { now } = Date
  Date.now = () => reading.at + 5 * 60_000
  try {
    return Balance(props)
  } finally {
    Date.now = now
  }
}

type Seen = SnapshotFrom<typeof model.config.machine>

/** The screen for the states of both regions. Its texts depend on the known data and the last reading. */
function balance(snapshot: Seen): ScreenSnapshot {
  const { overview: read, last } = snapshot.context
  const isKnown = read !== null || last !== null
  const hasFailed = snapshot.matches({ overview: 'failed' })
  const isStale = snapshot.matches({ overview: 'stale' }) || last !== null
  const money = isKnown
    ? [hello, ...(last ? lastAmounts : [total, '1,500.50', '820.25'])]
    : [hasFailed ? home.failed : th.state.loading]
  const missing = snapshot.context.overview?.unread ? [without, unread, home.unreadLead] : []
  const isMoving = (snapshot.context.overview?.underWay ?? []).length > 0
  const tray = isMoving ? [th.underWay.title, paying, until, '฿100.00'] : []
  const age = isKnown ? (isStale ? [stale, before(home.stale)] : [updated, before(home.updated)]) : []
  const isBusy = snapshot.hasTag('busy') ? ' (busy)' : ''
  return {
    controls: [
      ...[`${home.refresh}${isBusy}`, home.deposit, home.withdraw, home.transfer],
      ...(isMoving
        ? [`${paying} ${until} ฿100.00`, th.underWay.ask.replace('{{about}}', `${paying} · 100.00 · 02/01/2026 10:00`)]
        : []),
      ...(missing.length > 0 ? [th.support.phrase] : []),
    ],
    sees: [...money, ...tray, ...missing, ...age],
  }
}

export default defineDriver(model, {
  view: (actor) =>
    withLinks(
      <>
        <Page actor={actor} onOpen={() => {}} />
        <UnderWay wallet={actor} onOpen={() => {}} />
        <UnreadNote wallet={actor} />
      </>,
    ),
  act: {
    'wallet.open': 'outside',
    'wallet.read': 'outside',
    'wallet.show': 'outside',
    'wallet.refresh': { ways: [press(home.refresh)], when: (snapshot) => !snapshot.hasTag('busy') },
  },
  texts: [
    hello,
    total,
    '1,500.50',
    '820.25',
    ...lastAmounts,
    without,
    unread,
    home.unreadLead,
    updated,
    before(home.updated),
    stale,
    before(home.stale),
    home.failed,
    th.state.loading,
    th.underWay.title,
    paying,
    until,
    '฿100.00',
  ],
  look: {
    'games.resting': balance,
    'games.pausing': balance,
    'games.asking.patient': balance,
    'games.asking.late': balance,
    'overview.unread': balance,
    'overview.remembered': balance,
    'overview.reading': balance,
    'overview.known': balance,
    'overview.partial': balance,
    'overview.checking': balance,
    'overview.stale': balance,
    'overview.failed': balance,
  },
})
