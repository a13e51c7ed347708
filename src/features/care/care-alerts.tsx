import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { excludes } from '#contract/care.ts'
import type { careMachine } from '#machines/care.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import css from './care.module.css'

type Props = { actor: ActorRefFrom<typeof careMachine> }

/** The confirmation, and an outcome that is refused or unknown. Source: R576, R577. */
export function CareAlerts({ actor }: Props) {
  const { t } = useTranslation()
  const state = useSelector(actor, (s) => s.value)
  const failure = useSelector(actor, (s) => s.context.failure)
  const gotIt = () => actor.send({ type: 'break.gotIt' })
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (state === 'confirming' || state === 'starting') return <Confirmation actor={actor} />
  if (state === 'unsure')
    return <UnsureAlert text={t('care.unsure')} onCheck={() => actor.send({ type: 'break.check' })} onClose={gotIt} />
  return null
}

/** Asks whether to take the break, and says what it stops; stays open while the break is being started. Source: R576. */
function Confirmation({ actor }: Props) {
  const { t } = useTranslation()
  const length = useSelector(actor, (s) => s.context.length)
  const isStarting = useSelector(actor, (s) => s.matches('starting'))
  const leave = () => actor.send({ type: 'break.leave' })
  const name = t(`care.length.${length}`)
  return (
    <Alert
      icon="clock"
      tone="wait"
      title={t(excludes(length) ? 'care.excludeFor' : 'care.pauseFor', { length: name })}
      text={t('care.fixed')}
      actions={
        <>
          <Button tone="quiet" aria-disabled={isStarting} onClick={leave}>
            {t('action.back')}
          </Button>
          <Button
            tone="metal"
            busy={isStarting}
            busyText={t('care.starting')}
            onClick={() => actor.send({ type: 'break.confirm' })}
          >
            {t(excludes(length) ? 'care.excludeNow' : 'care.pauseNow')}
          </Button>
        </>
      }
      onClose={leave}
    >
      <div className={css.notes}>
        <Note tone="wait" icon="x-circle">
          <NoBreakText text={t('care.stops')} />
        </Note>
        <Note icon="check-circle">
          <NoBreakText text={t('care.goesOn')} />
        </Note>
        {excludes(length) ? (
          <Note icon="bonus">
            <NoBreakText text={t('care.bonusEnds')} />
          </Note>
        ) : null}
      </div>
    </Alert>
  )
}
