import { useState } from 'react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import th from '#locales/th.json'
import type { spinActiveMachine } from '#machines/spin-active.machine.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { Widgets } from '#src/features/wallet/widgets.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { MemoryRouter } from '#tests/kit/memory-router.tsx'
import { reading } from '#tests/kit/samples/wallet.ts'
import { press } from '#tests/kit/screen.ts'
import model from './spin-active.model.ts'

const { home } = th

/** The widgets with a loaded wallet, which refreshes immediately. */
function Page({ actor }: { actor: ActorRefFrom<typeof spinActiveMachine> }) {
  const [wallet] = useState(() => {
    const machine = frozen(walletMachine, {
      'wallet.get': fromPromise(async () => reading),
      'wallet.refresh': fromPromise(async () => ({})),
    })
    const started = createActor(machine, { input: { syncedAt: null } }).start()
    started.send({ type: 'wallet.read' })
    return started
  })
  return (
    <MemoryRouter>
      <Widgets wallet={wallet} wheel={actor} onOpen={() => {}} />
    </MemoryRouter>
  )
}
const widgets = (...first: string[]) => ({ controls: [...first, home.invite, home.bonus, home.refund] })

export default defineDriver(model, {
  view: (actor) => <Page actor={actor} />,
  act: { 'lookup.retry': { ways: [press(home.refreshAll)] } },
  look: {
    loading: () => widgets(),
    shown: ({ context: { found } }) => widgets(found ? `${home.wheel} ${th.spin.coins} 3` : home.refreshAll),
    failed: () => widgets(home.refreshAll),
  },
})
