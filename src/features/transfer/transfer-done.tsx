import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Place } from '#contract/transfer.ts'
import type { transferMachine } from '#machines/transfer.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = { actor: ActorRefFrom<typeof transferMachine>; places: readonly Place[] }

/** Reports that the money has arrived at its destination. Source: R397. */
export function TransferDone({ actor, places }: Props) {
  const { t } = useTexts()
  const move = useSelector(actor, (s) => s.context.pending?.input)
  const nameOf = (code: string | undefined) => places.find((place) => place.code === code)?.name ?? code
  const gotIt = () => actor.send({ type: 'transfer.gotIt' })
  return (
    <Alert
      icon="check-circle"
      tone="good"
      title={t('transfer.done')}
      amount={move?.amount}
      text={`${nameOf(move?.from)} → ${nameOf(move?.to)}`}
      actions={
        <Button tone="metal" wide onClick={gotIt}>
          {t('action.gotIt')}
        </Button>
      }
      onClose={gotIt}
    />
  )
}
