import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import type { profileMachine } from '#machines/profile.machine.ts'
import { ProfileScreen } from '#src/features/profile/profile-screen.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { overview } from '#tests/kit/samples/wallet.ts'
import { press } from '#tests/kit/screen.ts'
import model from './profile.model.ts'

const change = th.password.change
const wallet = knownWallet()
type Seen = SnapshotFrom<typeof profileMachine>
const nameOf = ({ context: { found } }: Seen) => (found ?? overview.profile).name
/** The wallet's data, which is shown even if the profile could not be loaded. */
const always = [th.profile.fixed, overview.bankAccount.bankAccountName]

export default defineDriver(model, {
  view: (actor) =>
    withLinks(
      <ProfileScreen
        actor={actor}
        wallet={wallet}
        onPassword={() => {}}
        onDevices={null}
        onEvents={null}
        onPasskeys={null}
        onData={null}
        hasCare={false}
        isPasswordUnsettled={false}
        children={null}
      />,
    ),
  act: { 'lookup.retry': { ways: [press(th.action.retry)] } },
  texts: (seen) => [th.state.loading, th.profile.failed, nameOf(seen), ...always],
  look: {
    loading: () => ({ controls: [change, th.support.phrase], sees: [th.state.loading, ...always] }),
    failed: () => ({ controls: [change, th.action.retry, th.support.phrase], sees: [th.profile.failed, ...always] }),
    shown: (seen) => ({ controls: [change, th.support.phrase], sees: [nameOf(seen), ...always] }),
  },
})
