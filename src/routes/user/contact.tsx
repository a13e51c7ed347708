import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { contactLogic } from '#src/actors/contact.ts'
import { ContactPage } from '#src/features/contact/contact-page.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { ChatPlace } from '../-chat-place.tsx'
import { chatSearch } from '../-chat-search.ts'

export const Route = createFileRoute('/user/contact')({
  validateSearch: chatSearch,
  component: Contact,
  // the player has probably read the messages that the wallet counts as unread
  onLeave: ({ context: { wallet } }) => {
    if (wallet.getSnapshot().context.overview?.unreadMessages) wallet.send({ type: 'wallet.read' })
  },
})

function Contact() {
  // the key remounts the card when the language changes, because the operator's texts differ in each language
  return (
    <>
      <Card key={useTexts().language} />
      <ChatPlace />
    </>
  )
}

function Card() {
  return <ContactPage actor={useActorRef(contactLogic, named('contact'))} />
}
