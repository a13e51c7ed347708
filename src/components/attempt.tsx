import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { attemptMachine } from '#machines/attempt.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Note } from './note.tsx'
import { Running } from './running.tsx'

type Props<I, O> = { actor: ActorRefFrom<ReturnType<typeof attemptMachine<I, O>>> }

/** Says so while it is not known what has become of an attempt. */
export function AttemptNote<I, O>({ actor, text }: Props<I, O> & { text?: string | undefined }) {
  const { t } = useTranslation()
  const isUnknown = useSelector(actor, (s) => s.matches('unknown'))
  if (!isUnknown) return null
  return (
    <Note tone="wait">
      <p role="alert">
        <Running text={text ?? t('money.unknown')} />
      </p>
    </Note>
  )
}

type ButtonProps<I, O> = Omit<ComponentProps<typeof Button>, 'tone' | 'wide'> & {
  /** Undefined before the attempt starts: the button is then what its other properties say. */
  actor: Props<I, O>['actor'] | undefined
  busyText: string
}

/**
 * The button that starts an attempt, is busy while it goes on, and checks again while its result is not known. It stays one
 * element, so that the focus stays on it.
 */
export function AttemptButton<I, O>({ actor, icon, ...start }: ButtonProps<I, O>) {
  const { t } = useTranslation()
  const isUnknown = useSelector(actor, (s) => s?.matches('unknown') ?? false)
  if (!actor) return <Button {...start} tone="metal" wide icon={icon} />
  return (
    <Button
      tone="metal"
      wide
      icon={isUnknown ? undefined : icon}
      busy={!isUnknown}
      busyText={start.busyText}
      onClick={() => actor.send({ type: 'attempt.check' })}
    >
      {t('action.checkAgain')}
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
  const isUnknown = useSelector(actor, (s) => s.matches('unknown'))
  if (isQuiet && !isUnknown) return null
  const leave = isUnknown ? onLeave : undefined
  return (
    <Alert
      icon="clock"
      tone="wait"
      title={title}
      text={isUnknown ? t('money.unknown') : undefined}
      actions={
        <>
          {leave ? <Button onClick={leave}>{t('action.close')}</Button> : null}
          <AttemptButton actor={actor} busyText={busyText} />
        </>
      }
      onClose={() => leave?.()}
    />
  )
}
