import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { conditionsMachine } from '#machines/conditions.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { Empty } from '#src/components/empty.tsx'
import { OperatorTexts } from '#src/components/operator-texts.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = { actor: ActorRefFrom<typeof conditionsMachine>; onClose: () => void }

/** The dialog with the operator's conditions. Source: R70. */
export function ConditionsDialog({ actor, onClose }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const conditions = useSelector(actor, (s) => s.context.found ?? [])
  const bones = (
    <div role="status" aria-label={t('state.loading')}>
      <Skeleton shape="card" />
    </div>
  )
  return (
    <Dialog title={t('page.conditions')} onClose={onClose} isText>
      {state === 'loading' ? bones : null}
      {state === 'failed' ? (
        <Empty
          icon="alert"
          tone="plain"
          title={t('conditions.failed')}
          action={<Button onClick={() => actor.send({ type: 'lookup.retry' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {state === 'shown' && conditions.length === 0 ? (
        <Empty icon="rules" tone="plain" title={t('state.nothing')} />
      ) : null}
      {state === 'shown' ? (
        <Suspense fallback={bones}>
          <OperatorTexts texts={conditions} />
        </Suspense>
      ) : null}
    </Dialog>
  )
}
