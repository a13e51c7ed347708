import { useActorRef } from '@xstate/react'
import { contactLogic } from '#src/actors/contact.ts'
import { PublicPage } from '#src/components/public-page.tsx'
import { ContactPage } from '#src/features/contact/contact-page.tsx'
import { named } from '#src/inspect/inspector.ts'
import type { DoorPage } from './pages.ts'

/** This page is prerendered but not hydrated. The app takes over instead, because the page's chat needs the router. */
export const page: DoorPage = {
  Page: () => (
    <PublicPage>
      <ContactPage actor={useActorRef(contactLogic, named('contact'))} />
    </PublicPage>
  ),
  areas: ['contact'],
}
