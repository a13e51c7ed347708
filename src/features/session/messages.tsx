import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { toastsMachine } from '#machines/toasts.machine.ts'
import { Toasts } from '#src/components/toasts.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'

/** Shows the session's toasts in the current language. */
export function Messages({ actor }: { actor: ActorRefFrom<typeof toastsMachine> }) {
  const { t } = useTexts()
  const toasts = useSelector(actor, (s) => s.context.toasts)
  return (
    <Toasts
      toasts={toasts.map(({ id, tone, text }) => ({
        id,
        tone,
        text: typeof text === 'string' ? t(text) : failureText(t, text),
      }))}
      onClose={(id) => actor.send({ type: 'toast.close', id })}
    />
  )
}
