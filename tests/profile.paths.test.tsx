import { createActor, fromPromise } from 'xstate'
import th from '#locales/th.json'
import { walletMachine } from '#machines/wallet.machine.ts'
import { ProfileScreen } from '#src/features/profile/profile-screen.tsx'
import { drive } from './kit/drive.tsx'
import { frozen } from './kit/frozen.ts'
import { press } from './kit/screen.ts'
import { overview, reading } from './models/fixtures/wallet.ts'
import model from './models/profile.model.ts'

const change = th.password.change
const known = frozen(walletMachine, { 'wallet.get': fromPromise(async () => reading) })
const wallet = createActor(known, { input: { syncedAt: null } }).start()
wallet.send({ type: 'wallet.show' })
const { name } = overview.profile
/** What comes with the wallet shows whatever becomes of the profile. */
const always = [th.profile.fixed, overview.bankAccount.bankAccountName]

drive(model, {
  view: (actor) => <ProfileScreen actor={actor} wallet={wallet} onPassword={() => {}} children={null} />,
  act: { 'lookup.retry': { ways: [press(th.action.retry)] } },
  texts: [th.state.loading, th.profile.failed, name, ...always],
  look: {
    loading: () => ({ controls: [change], sees: [th.state.loading, ...always] }),
    failed: () => ({ controls: [change, th.action.retry], sees: [th.profile.failed, ...always] }),
    shown: () => ({ controls: [change], sees: [name, ...always] }),
  },
})
