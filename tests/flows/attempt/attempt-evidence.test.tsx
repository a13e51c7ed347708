import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { Conclusion, Own } from '#contract/evidence.ts'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json'
import { AttemptEvidence } from '#src/components/attempt-evidence.tsx'
import { plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

const texts = th.evidence.own
const FIVE = '5.00\u00A0บาท'

beforeAll(speakThai)

it.each<[Conclusion, string]>([
  ['done', th.evidence.enough],
  ['missing', th.evidence.advice],
  ['unclear', th.evidence.advice],
])('the dialog shows the advice that fits the conclusion "%s" (R385)', (conclusion, advice) => {
  render(<AttemptEvidence evidence={{ main: satang(500), change: null, rows: [], own: null, conclusion }} />)
  expect(screen.getAllByRole('paragraph').at(-1)?.textContent).toBe(plain(advice))
})

it.each<[Own, string]>([
  [{ of: 'refund', amount: satang(500) }, texts.refund.replace('{{amount}}', FIVE)],
  [{ of: 'invite', amount: satang(500) }, texts.invite.replace('{{amount}}', FIVE)],
  [{ of: 'bonus', isActive: true, name: 'Welcome' }, texts.bonus.replace('{{name}}', 'Welcome')],
  [{ of: 'bonus', isActive: true, name: null }, texts.someBonus],
  [{ of: 'bonus', isActive: false, name: null }, texts.noBonus],
  [{ of: 'game', isActive: true }, texts.game],
  [{ of: 'game', isActive: false }, texts.noGame],
  [{ of: 'account', bankAccountName: 'SOMJAI DEE' }, texts.account.replace('{{name}}', 'SOMJAI DEE')],
  [{ of: 'coupons', count: 2 }, texts.coupons.replace('{{amount}}', '2')],
])('the dialog shows the evidence that the flow has read itself: %o (R385)', (own, text) => {
  render(<AttemptEvidence evidence={{ main: satang(500), change: null, rows: [], own, conclusion: 'unclear' }} />)
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toBe(text)
})
