import { useSelector } from '@xstate/react'
import { type ChangeEvent, useEffect, useId, useRef } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { MAX_MINUTES, parseMinutes } from '#contract/minutes.ts'
import { limitIn } from '#contract/play-limit.ts'
import type { playLimitMachine } from '#machines/play-limit.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AmountField } from '#src/components/amount-field.tsx'
import { Button } from '#src/components/button.tsx'
import { Field } from '#src/components/field.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { formatCount, formatMinute } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { showError } from '#src/lib/show-error.ts'
import css from './care.module.css'
import { useDuration, useLimitTexts } from './use-limit-texts.ts'

/** Returns the limit that the dialog asks about. */
const limitOf = ({ found, kind, period }: SnapshotFrom<typeof playLimitMachine>['context']) =>
  found && limitIn(found, kind, period)

type Props = { actor: ActorRefFrom<typeof playLimitMachine> }

/** Shows the dialog that asks for a limit, and reports a refusal or an unknown outcome. Source: R585, R587, R637. */
export function PlayLimitAlerts({ actor }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const hasQuestion = useSelector(actor, (s) => s.hasTag('question'))
  const failure = useSelector(actor, (s) => s.context.failure)
  const leave = () => actor.send({ type: 'limit.gotIt' })
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={leave} />
  if (state === 'unsure')
    return (
      <UnsureAlert text={t('care.limit.unsure')} onCheck={() => actor.send({ type: 'limit.check' })} onClose={leave} />
    )
  return hasQuestion ? <Question actor={actor} /> : null
}

/** Asks for the limit of one period. Stays open while the limit is being saved. */
function Question({ actor }: Props) {
  const { t } = useTexts()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const kind = useSelector(actor, (s) => s.context.kind)
  const period = useSelector(actor, (s) => s.context.period)
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  const isSaving = useSelector(actor, (s) => s.matches('saving'))
  const hasLimit = useSelector(actor, (s) => limitOf(s.context)?.amount !== null)
  const leave = () => actor.send({ type: 'limit.leave' })

  useEffect(() => {
    if (isWrong && form.current) showError(form.current)
  }, [isWrong])

  return (
    <Alert
      icon="lock"
      title={t(`care.limit.${kind}.of`, { period: t(`care.limit.period.${period}`) })}
      text={t('care.limit.rule')}
      actions={
        <>
          <Button tone="quiet" aria-disabled={isSaving} onClick={leave}>
            {t('action.back')}
          </Button>
          <Button type="submit" form={id} tone="metal" busy={isSaving} busyText={t('care.starting')}>
            {t('care.limit.save')}
          </Button>
        </>
      }
      onClose={leave}
    >
      <form
        id={id}
        ref={form}
        className={css.question}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'limit.save' })
        }}
      >
        <Wish actor={actor} />
        {kind === 'time' ? <MinutesField actor={actor} /> : <MoneyField actor={actor} />}
        {hasLimit ? (
          <Button tone="cool" size="s" aria-disabled={isSaving} onClick={() => actor.send({ type: 'limit.remove' })}>
            {t('care.limit.remove')}
          </Button>
        ) : null}
      </form>
    </Alert>
  )
}

/** Returns the props of the field for the limit: its value, whether it is read-only, and its change handler. */
function useTyped({ actor }: Props) {
  return {
    value: useSelector(actor, (s) => s.context.text),
    readOnly: useSelector(actor, (s) => s.matches('saving')),
    maxLength: 16,
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
      actor.send({ type: 'amount.type', text: value }),
  }
}

function MoneyField({ actor }: Props) {
  const { t } = useTexts()
  const typed = useTyped({ actor })
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  return <AmountField {...typed} label={t('money.amount')} error={isWrong ? t('care.limit.wrong') : undefined} />
}

/** The field for a time limit. Its hint shows the typed minutes as hours and minutes. */
function MinutesField({ actor }: Props) {
  const { t } = useTexts()
  const duration = useDuration()
  const typed = useTyped({ actor })
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  const time = parseMinutes(typed.value)
  return (
    <Field
      {...typed}
      kind="amount"
      type="text"
      inputMode="numeric"
      autoComplete="off"
      label={t('care.limit.time.field')}
      hint={time === null ? undefined : t('care.limit.time.is', { time: duration(time) })}
      error={isWrong ? t('care.limit.time.wrong', { most: formatCount(MAX_MINUTES) }) : undefined}
    />
  )
}

/** Shows the higher limit that the member has asked for, when it can be confirmed, and how to drop the request. */
function Wish({ actor }: Props) {
  const { t } = useTexts()
  const textsOf = useLimitTexts()
  const limit = useSelector(actor, (s) => limitOf(s.context))
  if (!limit?.wish) return null
  const { wish } = limit
  const amount = textsOf(limit).wished
  return (
    <Note tone="wait" icon="clock">
      <p>
        <NoBreakText
          text={
            wish.isReady
              ? t('care.limit.confirm', { amount })
              : t('care.limit.wait', { amount, from: formatMinute(wish.from) })
          }
        />
      </p>
      <p>
        <NoBreakText text={t('care.limit.drop')} />
      </p>
    </Note>
  )
}
