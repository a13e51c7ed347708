import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { attemptMachine } from '#machines/attempt.ts'
import { Alert } from './alert.tsx'
import { AttemptEvidence } from './attempt-evidence.tsx'
import { Button } from './button.tsx'
import { Note } from './note.tsx'
import { Running } from './running.tsx'

type Props<I, O> = { actor: ActorRefFrom<ReturnType<typeof attemptMachine<I, O>>> }

/** States in which the player is asked to do something about an attempt. */
const OPEN = ['unknown', 'evident', 'unseen'] as const
type Open = (typeof OPEN)[number]

function useOpen<I, O>(actor: Props<I, O>['actor'] | undefined): Open | undefined {
  return useSelector(actor, (s) => OPEN.find((state) => s?.matches(state)))
}

/** The note of an attempt whose outcome is unknown: what can be seen of it, and how to look again. */
export function AttemptNote<I, O>({ actor, text }: Props<I, O> & { text?: string | undefined }) {
  const { t } = useTranslation()
  const open = useOpen(actor)
  const evidence = useSelector(actor, (s) => s.context.evidence)
  if (!open) return null
  return (
    <Note tone="wait">
      <div role="alert">
        {open === 'evident' && evidence ? (
          <AttemptEvidence evidence={evidence} />
        ) : (
          <p>
            <Running text={open === 'unseen' ? t('evidence.unread') : (text ?? t('money.unknown'))} />
          </p>
        )}
      </div>
      {open === 'evident' ? (
        <Button tone="cool" size="s" onClick={() => actor.send({ type: 'attempt.check' })}>
          {t('action.checkAgain')}
        </Button>
      ) : null}
    </Note>
  )
}

type ButtonProps<I, O> = Omit<ComponentProps<typeof Button>, 'tone' | 'wide'> & {
  /** Undefined before the attempt starts: the button is then what its other properties say. */
  actor: Props<I, O>['actor'] | undefined
  busyText: string
}

/**
 * The button that starts an attempt, is busy while it goes on, and checks again while its result is not known, or ends it
 * once the player has seen what happened. It stays one element, so that the focus stays on it.
 */
export function AttemptButton<I, O>({ actor, icon, ...start }: ButtonProps<I, O>) {
  const { t } = useTranslation()
  const open = useOpen(actor)
  if (!actor) return <Button {...start} tone="metal" wide icon={icon} />
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
  /** Nothing shows while the server is simply asked: something else on the screen says so. */
  isQuiet?: boolean
  /** Leaves it while it is not known what has become of it: it stays kept, and can be taken up again. */
  onLeave?: () => void
}

/** An attempt that goes on with no dialog of its own: it can be checked, and left only where `onLeave` says how. */
export function AttemptAlert<I, O>({ actor, title, busyText, isQuiet = false, onLeave }: AlertProps<I, O>) {
  const { t } = useTranslation()
  const open = useOpen(actor)
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
      {open && open !== 'unknown' ? <AttemptNote actor={actor} /> : null}
    </Alert>
  )
}
