import { act, render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createActor, createEmptyActor } from 'xstate'
import type { Bonus } from '#contract/bonus.ts'
import { satang } from '#contract/money.ts'
import { inGames } from '#contract/wallet.ts'
import th from '#locales/th.json'
import type { BonusReading } from '#machines/bonus.machine.ts'
import { promotionMachine } from '#machines/promotion.machine.ts'
import { BonusScreen } from '#src/features/bonus/bonus-screen.tsx'
import { formatAmount } from '#src/lib/format.ts'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { KEYED } from '#tests/kit/samples/attempt.ts'
import { bonusOf, NOON, nothingHeld, oneHeld, takenAt } from '#tests/kit/samples/bonus.ts'
import { refused } from '#tests/kit/samples/failures.ts'
import { overview, partial } from '#tests/kit/samples/wallet.ts'
import { controls, facts, nameOf, plain, sight, words } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './bonus.model.ts'

beforeAll(async () => {
  await speakThai()
  await import('dompurify')
})

const { action, bonus, promotion } = th
const often = (type: Bonus['type'], n: number) => bonus.often[type].replace('{{n}}', String(n))

const onWithdraw = vi.fn()

/** Renders the page with the given data. Returns functions that answer or refuse its calls. */
async function show(more: Partial<BonusReading> = {}, wallet = knownWallet()) {
  const fakes = new Fakes()
  const keep = { promotion: frozen(promotionMachine), attempt: fakes.provide(attempt, KEYED) }
  const actor = createActor(fakes.provide(model, keep), {
    input: { wallet: createEmptyActor() as never, pending: null, pendingCode: null },
  }).start()
  const answer = (id: 'read' | 'call', reply: object) =>
    act(async () => {
      fakes.take(id).resolve(reply)
      await settle()
    })
  const refuse = (code: string) =>
    act(async () => {
      fakes.take('call').reject(refused(code))
      await settle()
    })
  render(<BonusScreen actor={actor} wallet={wallet} onWithdraw={onWithdraw} />)
  await answer('read', { ...nothingHeld, ...more })
  return { answer, refuse }
}
/** Presses the button with this name in the topmost dialog, or on the page if no dialog is open. */
async function press(name: string) {
  const found = controls().find((each) => nameOf(each) === plain(name))
  if (!found) throw new Error(`no ${name}`)
  await userEvent.click(found)
}
const card = () => screen.getByRole('listitem')
const details = bonus.open.replace('{{name}}', '')
const named = (name: string) => plain(bonus.open.replace('{{name}}', name))

describe('a bonus card', () => {
  const showCard = (more: Partial<Bonus>) => show({ bonuses: [bonusOf('WELCOME', more)] })

  test('shows the text and limit of a claimable bonus, with a button that opens its details (R133, R172, R224)', async () => {
    await showCard({ maxReceived: 3, userBonus: takenAt([NOON]) })
    screen.getByRole('heading', { level: 2, name: th.page.bonus })
    expect(within(card()).getByText('WELCOME').tagName).toBe('B')
    within(card()).getByText(bonus.state.open)
    within(card()).getByText(`${often('limit', 3)} · ${bonus.received.replace('{{n}}', '1')}`)
    await press(details)
    screen.getByRole('dialog')
  })

  test('marks an active bonus, and shows no claim button in its details (R222)', async () => {
    await showCard({ userBonus: takenAt([NOON], true) })
    expect(within(card()).getByText(bonus.state.current)).toHaveAttribute('data-tone', 'metal')
    await press(details)
    expect(sight([]).controls).toEqual([action.close, action.gotIt].map(plain))
  })

  test.each(['limit', 'day', 'week'] as const)(
    'shows why a bonus of type "%s" is used up, and has no button (R223, R225–R227)',
    async (type) => {
      await showCard({ type, userBonus: takenAt([NOON]) })
      expect(within(card()).getByText(bonus.state.full)).toHaveAttribute('data-tone', 'plain')
      within(card()).getByText(bonus.full[type])
      expect(within(card()).queryByRole('button')).toBeNull()
    },
  )

  test.each([
    ['held', bonus.blocked.held],
    ['gone', bonus.blocked.gone],
    ['balance', bonus.blocked.balance.replace('{{amount}}', '100.00\u00A0บาท')],
  ] as const)(
    'shows why the bonus cannot be claimed (%s) and has no claim button in its details (R411)',
    async (blocked, why) => {
      await showCard({ blocked, leastBalance: satang(10_000) })
      expect(within(card()).getByText(bonus.state.blocked)).toHaveAttribute('data-tone', 'wait')
      expectSeen(why)
      await press(details)
      expect(sight([]).controls).toEqual([action.close, action.gotIt].map(plain))
      expectSeen(why)
    },
  )

  test('labels its button with the visible text of the bonus, without the markup (R224)', async () => {
    await showCard({ banners: [{ image: '', html: '<p>50% &amp; <b>100</b> บาท</p>' }] })
    screen.getByRole('button', { name: named('50% & 100\u00A0บาท') })
  })

  test('shows the bonus code in place of a missing banner, and loads no image (R155)', async () => {
    await showCard({ banners: [] })
    await press(details)
    within(screen.getByRole('dialog')).getByText('WELCOME')
    expect(document.body.querySelector('[src]')).toBeNull()
  })

  test('drops unsafe image URLs and sanitises the text (R155)', async () => {
    await showCard({ banners: [{ image: 'javascript:x()', html: '<p>โบนัส<img src=x onerror="x()"></p>' }] })
    expect(card().querySelector('[src]')).toBeNull()
    expect(within(card()).getByText('โบนัส').innerHTML).toBe('โบนัส')
  })
})

/** The money that a bonus would bind, with the sample wallet. */
const binds = bonus.binds
  .replace('{{main}}', '1,500.50\u00A0บาท')
  .replace('{{games}}', `${formatAmount(inGames(overview))}\u00A0บาท`)

describe('the details of a bonus', () => {
  test('show the limit, the number of claims, and the notice with the percentage filled in (R232, R154, D-45)', async () => {
    await show({
      bonuses: [bonusOf('W', { type: 'week', maxReceived: null, percentFail: 12.5 })],
      notice: 'ยอดเล่นเสียนับ {{percentFail}}%',
    })
    await press(details)
    expect(facts()).toEqual([
      [bonus.type.week, often('week', 1)],
      [bonus.taken, bonus.times.replace('{{n}}', '0')],
    ])
    expectSeen('ยอดเล่นเสียนับ 12.5%')
  })

  test('explain turnover, the money that the bonus binds and what ending it costs, and show no notice if the operator’s notice is empty (R24, R154, R657, R664)', async () => {
    await show({ bonuses: [bonusOf('W')], notice: '' })
    await press(details)
    expect(
      [...screen.getByRole('dialog').querySelectorAll('p')].map((p) => p.textContent && plain(p.textContent)),
    ).toEqual(['โบนัส W', plain(binds), plain(bonus.turnover), plain(bonus.rule)])
  })
})

describe('the active bonus', () => {
  const active = (more: Partial<BonusReading['active']>) => show({ ...oneHeld, active: { status: true, ...more } })
  const region = () => screen.getByRole('region', { name: bonus.current })

  test('shows its type, the remaining turnover and an end button instead of the promotion code form (R228, R173)', async () => {
    await active({ type: 'promotion', remaining: satang(25_000) })
    within(region()).getByText(bonus.type.promotion)
    within(region()).getByText(plain(bonus.remaining.replace('{{amount}}', '250.00\u00A0บาท')))
    within(region()).getByRole('button', { name: bonus.end })
    expect(screen.queryByLabelText(promotion.code)).toBeNull()
  })

  test.each([
    ['some', 1, true],
    ['none', 0, false],
  ])('explains turnover if %s of it remains: %i satang → %s (R657)', async (_, remaining, isExplained) => {
    await active({ type: 'day', remaining: satang(remaining) })
    expect(words().includes(plain(bonus.turnover))).toBe(isExplained)
  })

  test('shows how much of the turnover has been reached (R600)', async () => {
    await active({ type: 'day', remaining: satang(25_000), turnover: satang(100_000) })
    const text = bonus.progress.replace('{{reached}}', '750.00\u00A0บาท').replace('{{turnover}}', '1,000.00\u00A0บาท')
    within(region()).getByText(plain(text))
    const bar = within(region()).getByRole<HTMLProgressElement>('progressbar', { name: text })
    expect(bar.value).toBe(75_000)
    expect(bar.max).toBe(100_000)
  })

  test.each([
    ['is not sent', { remaining: satang(5) }],
    ['is sent without the remaining turnover', { turnover: satang(5) }],
    ['is less than the remaining turnover', { remaining: satang(6), turnover: satang(5) }],
    ['is zero', { remaining: satang(0), turnover: satang(0) }],
  ])('shows no progress bar if the turnover %s (R600)', async (_, more) => {
    await active({ type: 'day', ...more })
    expect(within(region()).queryByRole('progressbar')).toBeNull()
  })

  test('shows that the turnover is reached and links to the withdrawal page (R228, D-16)', async () => {
    await active({ type: 'day', remaining: satang(0) })
    within(region()).getByText(plain(bonus.reached))
    await press(th.page.withdraw)
    expect(onWithdraw).toHaveBeenCalledOnce()
  })

  test('is shown with its name if the server sends one (R228)', async () => {
    await active({ type: 'day', name: 'โบนัสรับวันใหม่', remaining: satang(1) })
    within(region()).getByText('โบนัสรับวันใหม่')
    within(region()).getByText(bonus.type.day)
    expect(within(region()).queryByText(th.page.withdraw)).toBeNull()
  })

  test('shows an unknown type unchanged, and no turnover if the server sends none (R173)', async () => {
    await active({ type: 'toString' })
    within(region()).getByText('toString')
    expect(region().textContent).toBe([bonus.current, 'toString', bonus.rule, bonus.end].join(''))
  })

  test.each([
    ['BONUS_CLEAR', th.errorMsg.BONUS_CLEAR],
    ['ยกเลิกแล้ว: 10.50 บาท', 'ยกเลิกแล้ว: 10.50 บาท'],
  ])(
    "ends only after a confirmation that states what the player loses, then shows the server's message (%s) (R24, R229, R230)",
    async (message, text) => {
      const app = await active({ type: 'day' })
      await press(bonus.end)
      within(screen.getByRole('alertdialog', { name: plain(bonus.endTitle) })).getByText(
        (_, element) => element?.tagName === 'P' && plain(element.textContent ?? '') === plain(bonus.endBody),
      )
      await press(bonus.end)
      await app.answer('call', { message })
      screen.getByRole('alertdialog', { name: plain(bonus.ended) })
      expectSeen(text)
    },
  )
})

it.each([
  ['says how many game accounts the amount leaves out', partial, true],
  ['does not mention game accounts if the amount is complete', overview, false],
])('the confirmation to end a bonus %s (R24, R230)', async (_, of, isSaid) => {
  await show(oneHeld, knownWallet(of))
  await press(bonus.end)
  const question = within(screen.getByRole('alertdialog', { name: plain(bonus.endTitle) }))
  expect([question.getByRole('term').textContent, question.getByRole('definition').textContent]).toEqual([
    th.home.games,
    '฿820.25',
  ])
  expect(words().includes(plain(th.home.without.replace('{{n}}', '1')))).toBe(isSaid)
})

it.each([
  [satang(10_000), ['฿820.25', '฿100.00']],
  [satang(0), ['฿820.25']],
  [undefined, ['฿820.25']],
])(
  'the confirmation to end a bonus that takes back %s names each amount that is lost (R666)',
  async (takesBack, lost) => {
    await show({ ...oneHeld, active: { ...oneHeld.active, takesBack } }, knownWallet(overview))
    await press(bonus.end)
    const question = within(screen.getByRole('alertdialog', { name: plain(bonus.endTitle) }))
    expect(question.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(lost)
    expect(words().includes(plain(bonus.takesBack))).toBe(lost.length > 1)
  },
)

test('an empty bonus page has a heading and a document title, and states that there are no bonuses (R133, D-53)', async () => {
  await show({ bonuses: [] })
  screen.getByRole('heading', { level: 1, name: th.page.bonus })
  screen.getByRole('heading', { level: 2, name: bonus.empty })
  expect(document.title).toBe(`${th.page.bonus} · krapao`)
})

test('focus returns to the bonus card after a refused claim and stays there while the bonuses reload (R411)', async () => {
  const app = await show()
  screen.getByRole('button', { name: named('โบนัส WELCOME') }).focus()
  await userEvent.keyboard('{Enter}')
  await press(bonus.take)
  await app.refuse('BONUS_CONDITION')
  await press(action.gotIt)
  expect(document.activeElement).toHaveAccessibleName(named('โบนัส WELCOME'))
  await app.answer('read', oneHeld)
  expect(document.activeElement).toHaveAccessibleName(named('โบนัส WELCOME'))
})
