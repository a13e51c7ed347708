import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { CHECK_MINUTES } from '#contract/time-check.ts'
import type { timeCheckMachine } from '#machines/time-check.machine.ts'
import { Chip, ChipRow } from '#src/components/chip.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './care.module.css'

type Props = { actor: ActorRefFrom<typeof timeCheckMachine> }

/** Lets the member choose how often to be reminded of the time spent here. Source: R590. */
export function TimeCheck({ actor }: Props) {
  const { t } = useTexts()
  const id = useId()
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const chosen = useSelector(actor, (s) => (s.hasTag('busy') ? s.context.wanted : s.context.minutes))
  return (
    <section className={css.lengths} aria-labelledby={id}>
      <h2 id={id}>{t('care.visit.check')}</h2>
      <p>{t('care.visit.text')}</p>
      <ChipRow label={t('care.visit.check')}>
        {[null, ...CHECK_MINUTES].map((minutes) => (
          <Chip
            key={minutes}
            chosen={minutes === chosen}
            disabled={isBusy}
            onClick={() => actor.send({ type: 'reminder.choose', minutes })}
          >
            {t(minutes === null ? 'care.visit.never' : `care.visit.every.${minutes}`)}
          </Chip>
        ))}
      </ChipRow>
      <TimeCheckAlerts actor={actor} />
    </section>
  )
}

/** Reports that a change to the reminders was refused or that its outcome is unknown. */
function TimeCheckAlerts({ actor }: Props) {
  const { t } = useTexts()
  const isUnsure = useSelector(actor, (s) => s.matches('unsure'))
  const isRefused = useSelector(actor, (s) => s.matches('refused'))
  const failure = useSelector(actor, (s) => s.context.failure)
  const gotIt = () => actor.send({ type: 'reminder.gotIt' })
  if (isRefused && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (!isUnsure) return null
  return (
    <UnsureAlert text={t('care.visit.unsure')} onCheck={() => actor.send({ type: 'reminder.check' })} onClose={gotIt} />
  )
}
