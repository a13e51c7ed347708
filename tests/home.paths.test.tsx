import { screen } from '@testing-library/react'
import { createActor, fromPromise } from 'xstate'
import th from '#locales/th.json'
import { walletMachine } from '#machines/wallet.machine.ts'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import { drive } from './kit/drive.tsx'
import { frozen } from './kit/frozen.ts'
import { key, press, type Sight, tick } from './kit/screen.ts'
import { reading } from './models/fixtures/wallet.ts'
import model from './models/home.model.ts'

const { agreement } = th
const close = th.action.close
const wallet = createActor(frozen(walletMachine, { 'wallet.get': fromPromise(async () => reading) }), {
  input: { syncedAt: null },
}).start()
wallet.send({ type: 'wallet.read' })

const cards = ['฿820.25 8,202.50 เครดิต', `${th.home.closed} ${th.home.open}`]
const page = (): Sight => ({ controls: cards, sees: [th.home.shelf.slot, th.home.shelf.lotto] })

const accept =
  (leave: () => Promise<void>) =>
  async ({ remember }: { remember: boolean }) => {
    await tick(agreement.remember, remember)
    await leave()
  }

drive(model, {
  view: (actor) => <HomeScreen actor={actor} wallet={wallet} isCovered={false} onOpen={() => {}} children={null} />,
  act: {
    'agreement.accept': {
      ways: [accept(press(agreement.accept)), accept(key('Escape')), accept(press(close))],
    },
  },
  texts: [th.home.shelf.slot, th.home.shelf.lotto, th.home.shelf.sport, 'new', 'known'],
  look: {
    fresh: page,
    asking: page,
    settled: page,
    agreement: async () => {
      await screen.findByText('new')
      return { controls: [close, agreement.remember, agreement.accept], sees: ['new'] }
    },
  },
})
