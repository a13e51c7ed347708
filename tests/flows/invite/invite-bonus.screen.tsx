import type { SnapshotFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json'
import type { inviteBonusMachine } from '#machines/invite-bonus.machine.ts'
import { InviteBonusAlerts, InviteSum } from '#src/features/invite/invite-bonus.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { key, press } from '#tests/kit/screen.ts'
import model from './invite-bonus.model.ts'

const { action, invite, money } = th
const wallet = knownWallet({ ...overview, invite: { amount: satang(12_345), success: 1, fail: 2 } })
/** The bonus's attempt, whose call stays pending. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
const question = invite.confirmBody.replace('{{amount}}', '123.45\u00A0บาท')

type Seen = SnapshotFrom<typeof inviteBonusMachine>
const doubt = th.home.unsettled.replace('{{what}}', invite.bonus)
const isInDoubt = ({ context: { pending } }: Seen) => pending?.isInDoubt === true
const collect = (seen: Seen) => (isInDoubt(seen) ? action.checkAgain : invite.collect)

export default defineDriver(model, {
  view: (actor) => (
    <>
      <InviteSum actor={actor} wallet={wallet} />
      <InviteBonusAlerts actor={actor} wallet={wallet} />
    </>
  ),
  act: {
    'bonus.collect': { ways: [(_, seen) => press(collect(seen))()] },
    'bonus.confirm': { ways: [press(invite.collect)] },
    'bonus.leave': {
      ways: [(_, seen) => press(seen.matches('confirming') ? invite.notNow : action.close)(), key('Escape')],
      when: ({ children }) => !children.attempt || isUnknown(children.attempt),
    },
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  // the bonus button also checks a collection whose outcome is unknown
  retries: ['bonus.collect'],
  texts: ['฿123.45', question, money.unknown, doubt],
  look: {
    shown: (seen) => ({ controls: [collect(seen)], sees: ['฿123.45', ...(isInDoubt(seen) ? [doubt] : [])] }),
    confirming: () => ({ controls: [invite.notNow, invite.collect], sees: [question] }),
    collecting: ({ children: { attempt } }) => ({
      controls: isUnknown(attempt) ? [action.close, action.checkAgain] : [`${invite.collecting} (busy)`],
      sees: isUnknown(attempt) ? [money.unknown] : [],
    }),
  },
})
