import { createActor, createEmptyActor } from 'xstate'
import th from '#locales/th.json'
import { inviteBonusMachine } from '#machines/invite-bonus.machine.ts'
import { inviteListMachine } from '#machines/invite-list.machine.ts'
import { InviteDialog } from '#src/features/invite/invite-dialog.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { key, press } from '#tests/kit/screen.ts'
import model, { LINK } from './invite.model.ts'

const { action, banner, invite, state } = th
const wallet = knownWallet()
const nobody = createEmptyActor() as never
const bonus = createActor(frozen(inviteBonusMachine), {
  input: { wallet: nobody, toasts: nobody, pending: null },
}).start()

// simulates a phone's browser, which can share
Object.defineProperty(navigator, 'share', { value: async () => {}, configurable: true })

export default defineDriver(model, {
  view: (actor) => <InviteDialog actor={actor} bonus={bonus} wallet={wallet} link={LINK} onClose={() => {}} />,
  act: {
    'banners.close': { ways: [press(banner.close), press(action.close), key('Escape')] },
    'link.copy': { ways: [press(action.copy)] },
    'link.share': { ways: [press(invite.share)] },
    'copy.ended': 'outside',
  },
  children: { inviteList: { logic: frozen(inviteListMachine) } },
  mute: ['copy', 'share'],
  texts: [state.loading, LINK, banner.place.replace('{{n}}', '1').replace('{{all}}', '2')],
  look: {
    asking: () => ({ controls: [action.close], sees: [state.loading] }),
    banners: () => ({
      controls: [action.close, `${banner.previous} (off)`, banner.next, banner.close],
      sees: [banner.place.replace('{{n}}', '1').replace('{{all}}', '2')],
    }),
    // the list is loading
    open: () => ({
      controls: [action.close, action.copy, invite.share, `${invite.collect} (off)`],
      sees: [state.loading, LINK],
    }),
  },
})
