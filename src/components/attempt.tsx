import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { attemptMachine } from '#machines/lib/attempt.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { Alert } from './alert.tsx'
import { AttemptEvidence } from './attempt-evidence.tsx'
import { Button } from './button.tsx'
import { Note } from './note.tsx'
import { ServerMessage } from './server-message.tsx'
import { UnknownOutcome } from './unknown-outcome.tsx'

type Props<I, O> = { actor: ActorRefFrom<ReturnType<typeof attemptMachine<I, O>>> }

/** Returns the attempt's state while the player must decide how to proceed, otherwise null. */
const useOpen = <I, O>(actor: Props<I, O>['actor'] | undefined) =>
  useSelector(actor, (s) => (s?.hasTag('doubt') ? s.value : null))

/**
 * A note about an attempt with an unknown outcome. If there is evidence, it shows the evidence and a button to check
 * again.
 */
export function AttemptNote<I, O>({ actor, text }: Props<I, O> & { text?: string | undefined }) {
  const { t } = useTexts()
  const open = useOpen(actor)
  const evidence = useSelector(actor, (s) => s.context.evidence)
  const failure = useSelector(actor, (s) => s.context.failure)
  if (!open) return null
  return (
    <Note tone="wait">
      {open === 'evident' && evidence ? (
        <div role="alert">
          <AttemptEvidence evidence={evidence} />
          <ServerMessage failure={failure} />
        </div>
      ) : (
        <UnknownOutcome
          text={open === 'unseen' ? t('evidence.unread') : (text ?? t('money.unknown'))}
          failure={failure}
        />
      )}
      {open === 'evident' ? (
        <Button tone="cool" size="s" onClick={() => actor.send({ type: 'attempt.check' })}>
          {t('action.checkAgain')}
        </Button>
      ) : null}
    </Note>
  )
}

type ButtonProps<I, O> = Omit<ComponentProps<typeof Button>, 'tone' | 'wide'> & {
  /** Undefined before the attempt starts. Until then, the other props define the button. */
  actor: Props<I, O>['actor'] | undefined
  busyText: string
}

/**
 * The button of an attempt. It starts the attempt, is busy while the attempt runs, checks again while the outcome is
 * unknown, and ends the attempt once the player has seen the evidence.
 *
 * It stays the same element throughout, so that it keeps the focus. For half a second after it appears or becomes the
 * start button again, it ignores taps. The second tap of a double tap therefore starts nothing (assumed).
 */
export function AttemptButton<I, O>({ actor, icon, ...start }: ButtonProps<I, O>) {
  const { t } = useTexts()
  const open = useOpen(actor)
  if (!actor) return <Button {...start} tone="metal" wide icon={icon} data-rests />
  const isEvident = open === 'evident'
  return (
    <Button
      tone="metal"
      wide
      icon={open ? undefined : icon}
      busy={!open}
      busyText={start.busyText}
      onClick={() => actor.send({ type: isEvident ? 'attempt.seen' : 'attempt.check' })}
    >
      {t(isEvident ? 'evidence.seen' : 'action.checkAgain')}
    </Button>
  )
}

type AlertProps<I, O> = Props<I, O> & {
  title: string
  busyText: string
  /** True to show nothing while the call is pending, because the screen already shows that elsewhere. */
  isQuiet?: boolean
  /** Called when the player leaves an attempt with an unknown outcome. The attempt stays stored and can be resumed. */
  onLeave?: () => void
}

/**
 * An alert for an attempt that has no dialog of its own. The player can check again, and can leave if `onLeave` is set.
 */
export function AttemptAlert<I, O>({ actor, title, busyText, isQuiet = false, onLeave }: AlertProps<I, O>) {
  const { t } = useTexts()
  const open = useOpen(actor)
  const failure = useSelector(actor, (s) => s.context.failure)
  if (isQuiet && !open) return null
  const leave = open ? onLeave : undefined
  return (
    <Alert
      icon="clock"
      tone="wait"
      title={title}
      text={open === 'unknown' ? t('money.unknown') : undefined}
      actions={
        <>
          {leave ? <Button onClick={leave}>{t('action.close')}</Button> : null}
          <AttemptButton actor={actor} busyText={busyText} />
        </>
      }
      onClose={() => leave?.()}
    >
      {open === 'unknown' ? <ServerMessage failure={failure} /> : null}
      {open && open !== 'unknown' ? <AttemptNote actor={actor} /> : null}
    </Alert>
  )
}
