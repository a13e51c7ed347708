import { useSelector } from '@xstate/react'
import { useEffect, useId, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { limitQuestionMachine } from '#machines/limit-question.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AmountField } from '#src/components/amount-field.tsx'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/care-texts.ts'
import { showError } from '#src/lib/show-error.ts'
import css from './limit-question.module.css'

type Props = {
  actor: ActorRefFrom<typeof limitQuestionMachine>
  /** True if the backend offers loss limits. */
  hasLosses: boolean
  onClose: () => void
}

/**
 * The content of the deposit dialog while it asks for a deposit limit, before it shows the deposit methods.
 * Source: R632–R634.
 */
export function LimitQuestion({ actor, hasLosses, onClose }: Props) {
  const { t } = useTexts()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const state = useSelector(actor, (s) => s.value)
  const text = useSelector(actor, (s) => s.context.text)
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))

  useEffect(() => {
    if (isWrong && form.current) showError(form.current)
  }, [isWrong])

  if (state === 'loading') return <LoadingOverlay shown />
  return (
    <Dialog
      title={t('page.deposit')}
      onClose={onClose}
      footer={
        <>
          <Button
            type="submit"
            form={id}
            tone="metal"
            wide
            aria-disabled={isBusy}
            busy={state === 'saving'}
            busyText={t('care.starting')}
          >
            {t('care.prompt.set')}
          </Button>
          <Button
            tone="quiet"
            wide
            aria-disabled={isBusy}
            busy={state === 'declining'}
            busyText={t('care.starting')}
            onClick={() => actor.send({ type: 'question.decline' })}
          >
            {t('care.prompt.decline')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className={css.question}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'question.set' })
        }}
      >
        <h3>
          <NoBreakText text={t('care.prompt.title')} />
        </h3>
        <p>
          <NoBreakText text={t('care.prompt.text')} />
        </p>
        <AmountField
          label={t('care.limit.deposit.of', { period: t('care.limit.period.day') })}
          value={text}
          readOnly={isBusy}
          maxLength={16}
          onChange={({ target: { value } }) => actor.send({ type: 'amount.type', text: value })}
          error={isWrong ? t('care.limit.wrong') : undefined}
        />
        <Note>
          <p>
            <NoBreakText text={t('care.limit.rule')} />
          </p>
          <p>
            <NoBreakText text={t(hasLosses ? 'care.prompt.more' : 'care.prompt.periods')} />
          </p>
        </Note>
      </form>
      <Outcome actor={actor} />
    </Dialog>
  )
}

/** Reports a refusal, an unknown outcome, or that an earlier limit is in force instead. */
function Outcome({ actor }: Pick<Props, 'actor'>) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const failure = useSelector(actor, (s) => s.context.failure)
  const limit = useSelector(actor, (s) => s.context.limit)
  const { say } = useMoney()
  const leave = () => actor.send({ type: 'question.gotIt' })
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={leave} />
  if (state === 'other')
    return (
      <Alert
        icon="lock"
        tone="wait"
        title={t('care.prompt.other', { amount: limit === null ? t('care.limit.none') : say(limit) })}
        text={t('care.prompt.otherText')}
        actions={
          <Button tone="metal" wide onClick={leave}>
            {t('action.gotIt')}
          </Button>
        }
        onClose={leave}
      />
    )
  if (state !== 'unsure') return null
  return (
    <UnsureAlert text={t('care.limit.unsure')} onCheck={() => actor.send({ type: 'question.check' })} onClose={leave} />
  )
}
