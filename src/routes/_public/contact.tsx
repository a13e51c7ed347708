import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { contactLogic } from '#src/actors/contact.ts'
import { PublicPage } from '#src/components/public-page.tsx'
import { ContactPage } from '#src/features/contact/contact-page.tsx'

export const Route = createFileRoute('/_public/contact')({ component: Contact })

function Contact() {
  return (
    <PublicPage>
      <ContactPage actor={useActorRef(contactLogic)} />
    </PublicPage>
  )
}
