import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { contactLogic } from '#src/actors/contact.ts'
import { PublicPage } from '#src/components/public-page.tsx'
import { ContactPage } from '#src/features/contact/contact-page.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { ChatPlace } from '../-chat-place.tsx'
import { chatSearch } from '../-chat-search.ts'

export const Route = createFileRoute('/_public/contact')({ validateSearch: chatSearch, component: Contact })

function Contact() {
  // the key remounts the card when the language changes, to reload the operator's texts
  return (
    <>
      <PublicPage>
        <Card key={useTexts().language} />
      </PublicPage>
      <ChatPlace />
    </>
  )
}

function Card() {
  return <ContactPage actor={useActorRef(contactLogic, named('contact'))} />
}
