import th from '#locales/th.json'
import { ProfileScreen } from '#src/features/profile/profile-screen.tsx'
import { defineDriver } from '../kit/driver.ts'
import { knownWallet } from '../kit/known-wallet.ts'
import { press } from '../kit/screen.ts'
import { overview } from '../models/fixtures/wallet.ts'
import model from '../models/profile.model.ts'

const change = th.password.change
const wallet = knownWallet()
const { name } = overview.profile
/** What comes with the wallet shows whatever becomes of the profile. */
const always = [th.profile.fixed, overview.bankAccount.bankAccountName]

export default defineDriver(model, {
  view: (actor) => <ProfileScreen actor={actor} wallet={wallet} onPassword={() => {}} children={null} />,
  act: { 'lookup.retry': { ways: [press(th.action.retry)] } },
  texts: [th.state.loading, th.profile.failed, name, ...always],
  look: {
    loading: () => ({ controls: [change], sees: [th.state.loading, ...always] }),
    failed: () => ({ controls: [change, th.action.retry], sees: [th.profile.failed, ...always] }),
    shown: () => ({ controls: [change], sees: [name, ...always] }),
  },
})
