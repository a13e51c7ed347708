import { act, render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { WalletOverview } from '#contract/wallet.ts'
import { limitReviewMachine } from '#machines/limit-review.machine.ts'
import { LimitReview } from '#src/features/care/limit-review.tsx'
import '#src/lib/care-texts.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { settle } from '#tests/kit/run.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

/** Renders the review note for a wallet with this prompt. */
async function show(prompt: WalletOverview['limitPrompt']) {
  const wallet = knownWallet({ ...overview, limitPrompt: prompt })
  const actor = createActor(frozen(limitReviewMachine), { input: { wallet } }).start()
  await act(settle)
  render(<LimitReview actor={actor} wallet={wallet} />)
}

it('My play prompts the player to review the limits when a review is due (R636)', async () => {
  await show('review')
  expect(screen.queryByRole('button')).not.toBeNull()
})

it.each([undefined, 'first'] as const)(
  'My play does not prompt for a review that is not due: %s (R636)',
  async (prompt) => {
    await show(prompt)
    expect(screen.queryByRole('button')).toBeNull()
  },
)
