import { act, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createActor, createEmptyActor } from 'xstate'
import { plus, satang } from '#contract/money.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import { homeMachine } from '#machines/home.machine.ts'
import { qrCodeMachine } from '#machines/qr-code.machine.ts'
import { QrCode } from '#src/features/deposit/qr-code.tsx'
import { QrCodeFoot } from '#src/features/deposit/qr-code-foot.tsx'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import { Balance } from '#src/features/wallet/balance.tsx'
import { safeUrl } from '#src/lib/safe-url.ts'
import { pictureOf } from '#src/lib/save-picture.ts'
import walletModel from '#tests/flows/wallet/wallet.model.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { code, START } from '#tests/kit/samples/qr.ts'
import { overview, reading, slot } from '#tests/kit/samples/wallet.ts'
import { speakThai } from '#tests/kit/thai.ts'

// Each render of a card calls safeUrl for its two pictures, and each render of a QR code calls pictureOf, so that the
// spies count renders.
vi.mock(import('#src/lib/safe-url.ts'), { spy: true })
vi.mock(import('#src/lib/save-picture.ts'), { spy: true })

beforeAll(speakThai)

/**
 * Starts observing the document. Returns a function that returns the elements that have changed since its last call,
 * including those whose text has changed.
 */
function changes() {
  const seen: Element[] = []
  const observer = new MutationObserver((records) => take(records))
  const take = (records: MutationRecord[]) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement
      if (element) seen.push(element)
    }
  }
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  stop = () => observer.disconnect()
  return () => {
    take(observer.takeRecords())
    return seen.splice(0)
  }
}
let stop = () => {}
afterEach(() => stop())

describe('the home page with 60 game accounts', () => {
  const slots = Array.from({ length: 60 }, (_, at) => slot(`game${at}`))
  const copy = (more: Partial<WalletOverview> = {}): WalletOverview => structuredClone({ ...overview, slots, ...more })

  async function open() {
    const fakes = new Fakes()
    const wallet = createActor(fakes.provide(walletModel), { input: { syncedAt: null } }).start()
    const home = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
    let commits = 0
    const read = (next: WalletOverview) =>
      act(async () => {
        wallet.send({ type: 'wallet.read' })
        await settle()
        fakes.take('wallet.get').resolve({ overview: next, at: reading.at })
        await settle()
      })
    render(
      <>
        <Balance actor={wallet} onOpen={() => {}} />
        <Profiler id="home" onRender={() => commits++}>
          <HomeScreen
            actor={home}
            wallet={wallet}
            unsettled={[]}
            isCovered={false}
            hasLimits={false}
            onOpen={() => {}}
            children={null}
          />
        </Profiler>
      </>,
    )
    await read(copy())
    expect(vi.mocked(safeUrl).mock.calls.length).toBeGreaterThanOrEqual(slots.length)
    const look = changes()
    commits = 0
    vi.mocked(safeUrl).mockClear()
    return { read, look, commits: () => commits }
  }
  const card = (element: Element) => element.closest('button:has(img)')

  test('does not re-render if the wallet is read again and nothing has changed', async () => {
    const { read, look, commits } = await open()
    await read(copy())
    // only the refresh button may change, because it shows while it is busy
    expect(look().filter((element) => !element.matches('button[aria-label]'))).toEqual([])
    expect(commits()).toBe(0)
    expect(safeUrl).not.toHaveBeenCalled()
  })

  test('re-renders only one card and the totals if one balance has changed', async () => {
    const { read, look, commits } = await open()
    const dearer = slots.map((one) => (one.code === 'game0' ? { ...one, amount: plus(one.amount, satang(100)) } : one))
    await read(copy({ slots: dearer }))
    const [first] = screen.getAllByRole('button', { name: /game0/ })
    const changed = look().filter((element) => !element.matches('button[aria-label]'))
    expect([...new Set(changed.map(card).filter(Boolean))]).toEqual([first])
    expect(first?.textContent).toContain('฿821.25')
    const sums = changed.filter((element) => !card(element)).map((element) => element.closest('p, dd')?.textContent)
    expect([...new Set(sums)].sort()).toEqual(['49,216.00', '฿50,716.50'])
    expect(commits()).toBe(1)
    expect(safeUrl).toHaveBeenCalledTimes(2)
  })
})

test('a clock tick re-renders only the countdown of a QR code (R215, R525)', async () => {
  const actor = createActor(frozen(qrCodeMachine), {
    input: { provider: 'WW', code, owner: createEmptyActor() as never },
  })
  actor.start()
  let commits = 0
  render(
    <>
      <QrCode actor={actor} minutes={15} />
      <Profiler id="foot" onRender={() => commits++}>
        <QrCodeFoot actor={actor} />
      </Profiler>
    </>,
  )
  const tick = (seconds: number) => act(async () => actor.send({ type: 'clock.tick', now: START + seconds * 1000 }))
  await tick(0)
  const look = changes()
  commits = 0
  expect(pictureOf).toHaveBeenCalled()
  vi.mocked(pictureOf).mockClear()
  await tick(1)
  expect(screen.getByRole('timer')).toHaveTextContent('14:59')
  const changed = look()
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.filter((element) => !element.matches('[role=timer], progress'))).toEqual([])
  expect(commits).toBe(0)
  expect(pictureOf).not.toHaveBeenCalled()
})
