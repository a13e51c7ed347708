import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from '#src/actors/session.ts'
import { startLanguage } from '#src/lib/i18n.ts'
import './theme/tokens.css'
import './theme/base.css'
import { startRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const router = startRouter(startSession())
await startLanguage()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
