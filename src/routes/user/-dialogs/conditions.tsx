import { useActorRef } from '@xstate/react'
import { conditionsLogic } from '#src/actors/conditions.ts'
import { ConditionsDialog } from '#src/features/conditions/conditions-dialog.tsx'
import { named } from '#src/inspect/inspector.ts'

/** The dialog with the operator's conditions, at `?popup=conditions`. Source: R70. */
export default function Conditions({ onClose }: { onClose: () => void }) {
  return <ConditionsDialog actor={useActorRef(conditionsLogic, named('conditions'))} onClose={onClose} />
}
