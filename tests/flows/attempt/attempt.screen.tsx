import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import th from '#locales/th.json'
import { AttemptButton, AttemptNote } from '#src/components/attempt.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { press } from '#tests/kit/screen.ts'
import model from './attempt.model.ts'

const { action, money, transfer } = th

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
  act: { 'attempt.check': { ways: [press(action.checkAgain)] } },
  look: {
    sending: () => ({ controls: [`${transfer.busy} (busy)`] }),
    unknown: () => ({ controls: [action.checkAgain], alerts: [money.unknown] }),
    done: gone,
    refused: gone,
  },
})
