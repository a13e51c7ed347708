import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { contactLogic } from '#src/actors/contact.ts'
import { PublicPage } from '#src/components/public-page.tsx'
import { ContactPage } from '#src/features/contact/contact-page.tsx'

export const Route = createFileRoute('/_public/contact')({ component: Contact })

function Contact() {
  // another language, other texts of the operator
  return (
    <PublicPage>
      <Card key={useTranslation().i18n.language} />
    </PublicPage>
  )
}

function Card() {
  return <ContactPage actor={useActorRef(contactLogic)} />
}
