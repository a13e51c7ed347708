import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { type Evidence, evidenceOf } from '#contract/evidence.ts'
import th from '#locales/th.json'
import { AttemptButton, AttemptNote } from '#src/components/attempt.tsx'
import { formatAmount } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { MOVED, ONCE, UNCHANGED, WITHDRAWN } from '#tests/kit/samples/attempt.ts'
import { press } from '#tests/kit/screen.ts'
import model from './attempt.model.ts'

const { action, evidence, money, statement, transfer } = th
const filled = (text: string, amount: string) => text.replace('{{amount}}', `${amount}\u00A0บาท`)
/**
 * The texts shown for the evidence: the differences if the balances before the change are known, otherwise the current
 * balance.
 */
const seen = ({ main, change, rows, conclusion }: Evidence) => [
  evidence.title,
  change?.main === 0
    ? evidence.same
    : change
      ? filled(evidence.less, '100.00')
      : filled(evidence.main, formatAmount(main)),
  ...(change?.games ? [filled(evidence.gamesMore, '100.00')] : []),
  ...rows.map((row) =>
    filled(evidence.row, '100.00')
      .replace('{{what}}', row?.statementType === 'withdraw' ? statement.type.withdraw : statement.type.transfer)
      .replace('{{status}}', row?.status === 'PENDING' ? statement.status.wait : statement.status.good)
      .replace('{{at}}', '21/11/2026 15:02:00'),
  ),
  ...(rows.length === 0 ? [evidence.noRow] : []),
  evidence.conclusion[conclusion],
  conclusion === 'done' ? evidence.enough : evidence.advice,
]
const TEXTS = [MOVED, WITHDRAWN, UNCHANGED].flatMap((now) =>
  [ONCE.before, null].flatMap((before) => seen(evidenceOf(before, now))),
)

/** Shows the attempt only while it runs, as its owner does. */
function Page({ actor }: { actor: ActorRefFrom<typeof model.config.machine> }) {
  const { t } = useTexts()
  const isActive = useSelector(actor, (s) => s.status === 'active')
  if (!isActive) return null
  return (
    <>
      <AttemptNote actor={actor} />
      <AttemptButton actor={actor} icon="transfer" busyText={t('transfer.busy')} />
    </>
  )
}
const gone = () => ({ controls: [] })

export default defineDriver(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'attempt.check': { ways: [press(action.checkAgain)] },
    'attempt.seen': { ways: [press(evidence.seen)] },
  },
  // after a check, the change is resent once the reply with the terms arrives
  retries: ['xstate.done.actor.terms'],
  texts: [...new Set(TEXTS)],
  look: {
    preparing: () => ({ controls: [`${transfer.busy} (busy)`] }),
    sending: () => ({ controls: [`${transfer.busy} (busy)`] }),
    unknown: () => ({ controls: [action.checkAgain], alerts: [money.unknown] }),
    looking: () => ({ controls: [`${transfer.busy} (busy)`] }),
    evident: ({ context }) => {
      const sees = context.evidence ? seen(context.evidence) : []
      return { controls: [action.checkAgain, evidence.seen], alerts: [sees.join(' ')], sees }
    },
    unseen: () => ({ controls: [action.checkAgain], alerts: [evidence.unread] }),
    done: gone,
    refused: gone,
    seen: gone,
  },
})
