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
// written out here: a constant of another file would leave the import in every build
if (import.meta.env.DEV || import.meta.env.VITE_INSPECT === '1') void import('#src/inspect/start.tsx')
const router = startRouter(startSession())
const language = startLanguage()
// the route's guard and its files need no text: they load beside the texts, not after them
void router.load()
await language
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
import('./next-pages.ts').then(
  ({ fetchNextPages }) => fetchNextPages(router),
  () => {}, // each page is loaded when it is opened
)
