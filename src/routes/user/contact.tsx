import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { contactLogic } from '#src/actors/contact.ts'
import { ContactPage } from '#src/features/contact/contact-page.tsx'

export const Route = createFileRoute('/user/contact')({ component: Contact })

function Contact() {
  return <ContactPage actor={useActorRef(contactLogic)} />
}
