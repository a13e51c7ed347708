import '#src/theme/fonts.css'
import '#src/theme/tokens.css'
import '#src/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { named } from '../inspector.ts'
import { line } from './line.ts'
import { receiverMachine } from './receiver.machine.ts'
import { Receiver } from './receiver.tsx'

const root = document.getElementById('inspector')
if (!root) throw new Error('inspect.html has no #inspector')
const actor = createActor(receiverMachine.provide({ actors: { line } }), named('receiver')).start()
createRoot(root).render(
  <StrictMode>
    <Receiver actor={actor} />
  </StrictMode>,
)
