import { screen } from '@testing-library/react'
import th from '#locales/th.json'
import { couponsMachine } from '#machines/coupons.machine.ts'
import { SpinScreen } from '#src/features/spin/spin-screen.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { won, wonElse } from '#tests/kit/samples/spin.ts'
import { key, press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './spin.model.ts'

const { action, failure: failed, money, spin, state } = th

type Seen = ReturnType<(typeof model)['config']['machine']['getInitialSnapshot']>
const prize = ({ label }: { label: string }) => spin.prize.replace('{{label}}', label)
const labelOf = ({ context: { decided } }: Seen) => (decided ?? won).label
const sliceIn = ({ context: { setup, decided } }: Seen) =>
  setup?.activeSpinwheel?.slice.find(({ code }) => code === decided?.code)
/** The text about the prize, without congratulations if the slice wins nothing. */
const prizeOf = (seen: Seen) => (sliceIn(seen)?.isPrize === false ? labelOf(seen) : prize({ label: labelOf(seen) }))
/** The text about the prize, and the prize's name. */
const saidOf = (seen: Seen) => [prizeOf(seen), labelOf(seen)]

/** The machine's attempt, whose call stays pending until the test answers it. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt

async function byKey() {
  screen.getByRole('button', { name: spin.go }).focus()
  await key('Enter')()
}
/** The expected page: its current button and the given texts. */
const page =
  (button: string, ...sees: string[]) =>
  (seen: Seen): ScreenSnapshot => {
    const { setup } = seen.context
    if (!setup) return { controls: [], sees: [state.loading, spin.coins] }
    if (!setup.activeSpinwheel) return { controls: [], sees: [spin.none] }
    return { controls: [button], sees: [spin.coins, ...sees] }
  }
const still = page(`${spin.go} (off)`)
const turning = page(`${spin.asking} (busy)`)

export default defineDriver(model, {
  view: (actor) => withLinks(<SpinScreen actor={actor} />),
  act: {
    'spin.retry': { ways: [press(action.retry)] },
    'wheel.spin': {
      ways: [press(spin.go), byKey],
      when: ({ context: { setup } }) => Boolean(setup?.activeSpinwheel) && (setup?.userCoin ?? 0) > 0,
    },
    'prize.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'spin.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'coupons.claimed': 'outside',
    'attempt.unknown': 'outside',
  },
  children: { attempt: child, coupons: { logic: frozen(couponsMachine) } },
  texts: (seen) => [
    state.loading,
    spin.failed,
    spin.none,
    spin.coins,
    failed.title,
    th.spin.error.BONUS_REMAINING,
    money.unknown,
    prize(won),
    prize(wonElse),
    won.label,
    ...saidOf(seen),
  ],
  look: {
    loading: still,
    failed: () => ({ controls: [action.retry], sees: [spin.failed] }),
    ready: (seen) => page((seen.context.setup?.userCoin ?? 0) > 0 ? spin.go : `${spin.go} (off)`)(seen),
    asking: (seen) =>
      isUnknown(seen.children.attempt) ? { controls: [action.checkAgain], sees: [money.unknown] } : turning(seen),
    drawing: turning,
    turning,
    landed: (seen) => page(`${spin.go} (off)`, labelOf(seen))(seen),
    prize: (seen) => ({ controls: [action.gotIt], sees: saidOf(seen) }),
    refused: () => ({ controls: [action.gotIt], sees: [failed.title, spin.error.BONUS_REMAINING] }),
  },
})
