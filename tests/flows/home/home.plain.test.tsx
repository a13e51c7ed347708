import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import th from '#locales/th.json'
import { formatDate } from '#src/lib/format.ts'
import { eachPlainPage, says, tap, textOf } from '#tests/kit/plain-page.tsx'
import { click, plain as flat, words } from '#tests/kit/screen.ts'

const DEMO = '0812345678'
const BANNER = { invite: 'ชวนเพื่อนมาเล่นด้วยกัน', refund: 'คืนยอดเสียทุกวัน' }
const plain = eachPlainPage()

const lines = () =>
  plain()
    .sent()
    .filter((line) => line.startsWith('GET /api/wallet'))
const card = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

it('the home page refreshes the game balances after a delay and then loads the wallet (R80)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await plain().open('/user/home')
  await vi.advanceTimersByTimeAsync(200)
  expect(lines()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await says('฿2,332.90')
  expect(lines()).toEqual(['GET /api/wallet/refresh/slot', 'GET /api/wallet'])
})

it('the home page shows the member’s name, the total of all balances and the time it was updated, and can reload the total (R81, R82, R83, R84)', async () => {
  await plain().open('/user/home')
  await says(th.home.hello.replace('{{name}}', 'Demo Player'))
  // 1,500.30 + 820.25 + 12.345, the last from a provider that counts in thousandths
  expect(words()).toContain('฿2,332.90')
  expect(words()).toContain(flat(th.home.updated.replace('{{time}}', formatDate(Date.now())).slice(0, -3)))
  await plain().happen('play', { username: DEMO, game: 'pg', stake: 20_025, outcome: 'lose' })
  await tap(th.home.refresh)
  await says('฿2,132.65')
  expect(lines()).toEqual([
    'GET /api/wallet/refresh/slot',
    'GET /api/wallet',
    'GET /api/wallet/refresh/slot',
    'GET /api/wallet',
  ])
})

it('the home page shows the invite bonus with its two percentages, and a button that collects it (R85, R160)', async () => {
  await plain().happen('friend', { username: DEMO, stake: 100_000, outcome: 'lose' })
  await plain().open('/user/home?dialog=invite')
  await tap(th.banner.close)
  await says(th.invite.percent.replace('{{success}}', '1').replace('{{fail}}', '5'))
  const bonus = within(screen.getByRole('dialog', { name: th.page.invite })).getByRole('region', {
    name: th.invite.bonus,
  })
  expect(textOf(bonus)).toContain('฿50.00')
  expect(within(bonus).getByRole('button', { name: th.invite.collect })).not.toHaveAttribute('aria-disabled', 'true')
})

describe('the agreement', () => {
  const AGREEMENT = 'ข้อตกลงการใช้งาน'
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

  it('opens after 1.5 s (R87)', async () => {
    localStorage.removeItem('remember-agreement')
    await plain().open('/user/home')
    await vi.advanceTimersByTimeAsync(1_400)
    expect(plain().count('GET /api/lookup/agreements')).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    vi.useRealTimers()
    await says(AGREEMENT)
  })

  it('does not open if it is stored as read (R87)', async () => {
    await plain().open('/user/home')
    await vi.advanceTimersByTimeAsync(1_600)
    vi.useRealTimers()
    expect(plain().count('GET /api/lookup/agreements')).toBe(1)
    await says('฿2,332.90')
    expect(words()).not.toContain(AGREEMENT)
  })
})

describe('the wheel', () => {
  it('shows the number of coins while it is on (R90, R157)', async () => {
    await plain().open('/user/home')
    const wheel = await screen.findByRole('link', { name: new RegExp(th.home.wheel) })
    await waitFor(() => expect(textOf(wheel)).toBe(flat(`${th.home.wheel} ${th.spin.coins} 3`)))
    expect(screen.queryByRole('button', { name: th.home.refreshAll })).toBeNull()
  })

  it('is replaced by a button that refreshes all balances when the wheel is off (R91)', async () => {
    plain().site.switches.spinActive = false
    await plain().open('/user/home')
    await says('฿2,332.90')
    expect(screen.queryByRole('link', { name: new RegExp(th.home.wheel) })).toBeNull()
    await tap(th.home.refreshAll)
    await waitFor(() => expect(plain().count('GET /api/wallet/refresh/slot')).toBe(2))
  })
})

describe('the game cards on home', () => {
  it('are grouped into three shelves (R95)', async () => {
    await plain().open('/user/home')
    const gamesOf = async (name: keyof typeof th.home.shelf) =>
      within(await screen.findByRole('region', { name: th.home.shelf[name] }))
        .getAllByRole('img')
        .map((logo) => logo.getAttribute('alt'))
    expect(await gamesOf('sport')).toEqual(['Night Derby', 'Courtside', 'Velvet Nine', 'Ivory Table'])
    expect(await gamesOf('lotto')).toEqual(['Lucky Nine'])
    expect(await gamesOf('slot')).toHaveLength(7)
  })

  it('show the background, logo and balance of the game, and the balance multiplied by the game’s factor (R96)', async () => {
    await plain().open('/user/home')
    const open = await card('Moonreel')
    expect([...open.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      '/games/moonreel.svg',
      '/games/moonreel-logo.svg',
    ])
    expect(textOf(open)).toBe(`฿820.25${flat(th.home.credit.replace('{{amount}}', '8,202.50'))}`)
  })

  it('offer to open an account that is not open yet, and open the game dialog when clicked (R97, R98, R99)', async () => {
    await plain().open('/user/home')
    const closed = await card('Tidewheel')
    expect(textOf(closed)).toContain(flat(th.home.open))
    expect(textOf(await card('Moonreel'))).not.toContain(flat(th.home.open))
    await click(closed)
    await screen.findByRole('dialog', { name: 'Tidewheel' })
    expect(plain().place()).toBe('/user/home?dialog=game&game=areaslot')
  })
})

it.each(['deposit', 'transfer', 'withdraw'] as const)(
  'the home page has a button that opens the %s dialog (R99)',
  async (dialog) => {
    await plain().open('/user/home')
    await says('฿2,332.90')
    await tap(th.home[dialog])
    await screen.findByRole('dialog', { name: th.page[dialog] })
  },
)

it.each(['invite', 'refund'] as const)(
  'the home page opens the %s dialog after its banners, or directly if the site has no banners (R99, R102)',
  async (dialog) => {
    await plain().open('/user/home')
    await says('฿2,332.90')
    const inDialog = { invite: th.invite.link, refund: th.refund.none }[dialog]
    await tap(th.home[dialog])
    await says(BANNER[dialog])
    expect(words()).not.toContain(flat(inDialog))
    await tap(th.banner.close)
    await says(inDialog)
    await tap(th.action.close)
    plain().site.banners[dialog] = []
    await tap(th.home[dialog])
    await says(inDialog)
  },
)

it('the invite dialog shows a link to the register page with the code PR followed by the member’s id (R104)', async () => {
  await plain().open('/user/home?dialog=invite')
  await tap(th.banner.close)
  const { id } = plain().site.named(DEMO)
  await says(`${location.origin}/register?code=PR${id}`)
})
