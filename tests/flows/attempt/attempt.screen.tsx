import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import th from '#locales/th.json'
import { AttemptButton, AttemptNote } from '#src/components/attempt.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { press } from '#tests/kit/screen.ts'
import model from './attempt.model.ts'

const { action, evidence, money, statement, transfer } = th
const filled = (text: string, amount: string) => text.replace('{{amount}}', `${amount}\u00A0บาท`)
const WALLET = [filled(evidence.less, '100.00'), filled(evidence.gamesMore, '100.00'), filled(evidence.main, '900.00')]
/** The texts of the sample's reading: differences if the position before is known, else the balance. */
const seen = (isCompared: boolean) => [
  evidence.title,
  ...(isCompared ? WALLET.slice(0, 2) : WALLET.slice(2)),
  filled(evidence.row, '100.00').replace('{{what}}', statement.type.transfer).replace('{{at}}', '21/11/2026 15:02:00'),
  evidence.advice,
]

/** As its owner shows it: only while it lives. */
function Page({ actor }: { actor: ActorRefFrom<typeof model.config.machine> }) {
  const { t } = useTranslation()
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
  texts: [...new Set([...seen(true), ...seen(false)])],
  look: {
    preparing: () => ({ controls: [`${transfer.busy} (busy)`] }),
    sending: () => ({ controls: [`${transfer.busy} (busy)`] }),
    unknown: () => ({ controls: [action.checkAgain], alerts: [money.unknown] }),
    looking: () => ({ controls: [`${transfer.busy} (busy)`] }),
    evident: ({ context }) => {
      const sees = seen(Boolean(context.evidence?.change))
      return { controls: [action.checkAgain, evidence.seen], alerts: [sees.join(' ')], sees }
    },
    unseen: () => ({ controls: [action.checkAgain], alerts: [evidence.unread] }),
    done: gone,
    refused: gone,
    seen: gone,
  },
})
