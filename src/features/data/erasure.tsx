import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { erasureMachine } from '#machines/erasure.machine.ts'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { formatMinute } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './data.module.css'
import { ErasureAlerts } from './erasure-alerts.tsx'

type Props = { actor: ActorRefFrom<typeof erasureMachine> }

/** Explains the rules for erasing the member's data, and lets the member request it. Source: R615–R618. */
export function Erasure({ actor }: Props) {
  const { t } = useTexts()
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id}>{t('data.erasure.title')}</h3>
      <Note icon="x-circle">
        <NoBreakText text={t('data.erasure.deleted')} />
      </Note>
      <Note icon="lock">
        <NoBreakText text={t('data.erasure.kept')} />
      </Note>
      <Note tone="wait" icon="wallet">
        <NoBreakText text={t('data.erasure.money')} />
      </Note>
      <p>
        <NoBreakText text={t('data.erasure.later')} />
      </p>
      <Request actor={actor} />
      <ErasureAlerts actor={actor} />
    </section>
  )
}

/** Shows the button that requests the erasure. After a request, shows when it was made and a button that cancels it. */
function Request({ actor }: Props) {
  const { t } = useTexts()
  const askedAt = useSelector(actor, (s) => s.context.askedAt)
  const isCancelling = useSelector(actor, (s) => s.matches('cancelling'))
  const isLoading = useSelector(actor, (s) => s.matches('loading'))
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  if (hasFailed)
    return (
      <>
        <p role="alert">{t('data.erasure.failed')}</p>
        <Button onClick={() => actor.send({ type: 'erasure.retry' })}>{t('action.retry')}</Button>
      </>
    )
  if (askedAt === null)
    return (
      <Button
        aria-haspopup="dialog"
        busy={isLoading}
        busyText={t('state.loading')}
        onClick={() => actor.send({ type: 'erasure.ask' })}
      >
        {t('data.erasure.ask')}
      </Button>
    )
  return (
    <>
      <Note tone="wait">
        <p role="status">
          <NoBreakText text={t('data.erasure.asked', { at: formatMinute(askedAt) })} />
        </p>
      </Note>
      <Button
        aria-disabled={isLoading}
        busy={isCancelling}
        busyText={t('data.erasure.cancelling')}
        onClick={() => actor.send({ type: 'erasure.cancel' })}
      >
        {t('data.erasure.cancel')}
      </Button>
    </>
  )
}
