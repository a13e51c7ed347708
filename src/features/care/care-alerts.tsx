import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { type BreakLength, excludes } from '#contract/care.ts'
import type { careMachine } from '#machines/care.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { StepUp } from '#src/components/step-up.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './care.module.css'

type Props = { actor: ActorRefFrom<typeof careMachine> }

/**
 * Asks for confirmation before a break starts, and reports a refusal or an unknown outcome. Source: R576, R577, R583.
 */
export function CareAlerts({ actor }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const hasQuestion = useSelector(actor, (s) => s.hasTag('question'))
  const stepUp = useSelector(actor, (s) => s.children.stepUp)
  const length = useSelector(actor, (s) => s.context.length)
  const failure = useSelector(actor, (s) => s.context.failure)
  const gotIt = () => actor.send({ type: 'break.gotIt' })
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (state === 'unsure')
    return <UnsureAlert text={t('care.unsure')} onCheck={() => actor.send({ type: 'break.check' })} onClose={gotIt} />
  if (stepUp)
    return (
      <StepUp
        actor={stepUp}
        icon="clock"
        title={t('care.excludeFor', { length: t(`care.length.${length}`) })}
        text={t('care.fixed')}
        hint={t('care.passwordHint')}
        submit={t('care.excludeNow')}
        busyText={t('care.starting')}
        unsure={t('care.unsure')}
      >
        <Effects length={length} />
      </StepUp>
    )
  return hasQuestion ? <Confirmation actor={actor} /> : null
}

/** Asks the member to confirm the break. Stays open while the break is being started. Source: R576. */
function Confirmation({ actor }: Props) {
  const { t } = useTexts()
  const length = useSelector(actor, (s) => s.context.length)
  const isStarting = useSelector(actor, (s) => s.hasTag('busy'))
  const leave = () => actor.send({ type: 'break.leave' })
  return (
    <Alert
      icon="clock"
      tone="wait"
      title={t('care.pauseFor', { length: t(`care.length.${length}`) })}
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
            {t('care.pauseNow')}
          </Button>
        </>
      }
      onClose={leave}
    >
      <div className={css.question}>
        <Effects length={length} />
      </div>
    </Alert>
  )
}

/** Shows what the member cannot do during a break of this length, and what is still possible. */
function Effects({ length }: { length: BreakLength }) {
  const { t } = useTexts()
  return (
    <>
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
    </>
  )
}
