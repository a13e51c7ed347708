import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import * as v from 'valibot'
import { slipsLogic, statementLogic } from '#src/actors/statement.ts'
import { SlipsDialog } from '#src/features/statement/slips-dialog.tsx'
import { StatementScreen } from '#src/features/statement/statement-screen.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useOverlay } from '../-overlay.ts'

const search = v.object({ dialog: v.fallback(v.optional(v.literal('slips')), undefined) })

export const Route = createFileRoute('/user/statement')({ validateSearch: search, component: Statement })

function Statement() {
  const { dialog } = Route.useSearch()
  const { open, close } = useOverlay()
  return (
    <StatementScreen actor={useActorRef(statementLogic, named('statement'))} onSlips={() => open({ dialog: 'slips' })}>
      {dialog === 'slips' ? <Slips onClose={close} /> : null}
    </StatementScreen>
  )
}

function Slips({ onClose }: { onClose: () => void }) {
  const { session } = Route.useRouteContext()
  const { toasts } = session.getSnapshot().context
  return <SlipsDialog actor={useActorRef(slipsLogic, { ...named('slips'), input: { toasts } })} onClose={onClose} />
}
