import { screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import type { homeMachine } from '#machines/home.machine.ts'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { firstWords, key, press, type ScreenSnapshot, tick } from '#tests/kit/screen.ts'
import model from './home.model.ts'

const { agreement } = th
const close = th.action.close
/** A loaded wallet. */
export const wallet = knownWallet()

type Props = Partial<ComponentProps<typeof HomeScreen>> & { actor: ActorRefFrom<typeof homeMachine> }
/** Home without an open dialog. */
export const Page = (props: Props) => (
  <HomeScreen
    wallet={wallet}
    unsettled={[]}
    isCovered={false}
    hasLimits={false}
    onOpen={() => {}}
    children={null}
    {...props}
  />
)

const cards = ['฿820.25 8,202.50 เครดิต', `${th.home.closed} ${th.home.open}`]
const page = (): ScreenSnapshot => ({ controls: cards, sees: [th.home.shelf.slot, th.home.shelf.lotto] })

/** The beginning of the agreement. */
const asked = ({ context }: SnapshotFrom<typeof homeMachine>) => firstWords(context.agreements[0] ?? 'new')

const accept =
  (leave: () => Promise<void>) =>
  async ({ remember }: { remember: boolean }) => {
    await tick(agreement.remember, remember)
    await leave()
  }

export default defineDriver(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'agreement.accept': {
      ways: [accept(press(agreement.accept)), accept(key('Escape')), accept(press(close))],
    },
    'page.still': 'outside',
    'page.returned': 'outside',
  },
  texts: (seen) => [th.home.shelf.slot, th.home.shelf.lotto, th.home.shelf.sport, 'known', asked(seen)],
  look: {
    fresh: page,
    asking: page,
    pressed: page,
    settled: page,
    agreement: async (seen) => {
      await screen.findByText(asked(seen))
      return { controls: [close, agreement.remember, agreement.accept], sees: [asked(seen)] }
    },
  },
})
