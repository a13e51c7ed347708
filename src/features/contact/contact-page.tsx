import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import type { ActorRefFrom } from 'xstate'
import { VERSION } from '#contract/limits.ts'
import type { Contact, Info } from '#contract/operator.ts'
import type { contactMachine } from '#machines/contact.machine.ts'
import { ButtonOut } from '#src/components/anchor.tsx'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { LayoutColumn, LayoutHead } from '#src/components/layout.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { SafeHtml } from '#src/components/safe-html.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { parseUrl, safeUrl } from '#src/lib/safe-url.ts'
import css from './contact-page.module.css'

/** Shown if the operator has no QR code, or if it fails to load. */
const FALLBACK = '/contact-qr.svg'

/** The contact page, for visitors and members. Source: R56–R59, R68. */
export function ContactPage({ actor }: { actor: ActorRefFrom<typeof contactMachine> }) {
  const { t } = useTexts()
  return (
    <LayoutColumn>
      <PageTitle page="contact" />
      <LayoutHead title={t('page.contact')} />
      <Card actor={actor} />
    </LayoutColumn>
  )
}

/** Shows the operator's contact details and the site's version. Both appear at the same time, so that nothing moves. */
function Card({ actor }: { actor: ActorRefFrom<typeof contactMachine> }) {
  const { t } = useTexts()
  const isLoading = useSelector(actor, (s) => s.hasTag('busy'))
  const contact = useSelector(actor, (s) => s.context.found)
  return (
    <section className={css.card}>
      {isLoading ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          {contact ? (
            <Ways contact={contact} />
          ) : (
            <Empty
              icon="alert"
              tone="plain"
              title={t('contact.failed')}
              action={<Button onClick={() => actor.send({ type: 'lookup.retry' })}>{t('action.retry')}</Button>}
            />
          )}
          <p className="hint">{t('app.version', { version: VERSION })}</p>
        </Suspense>
      )}
    </section>
  )
}

function Loading() {
  const { t } = useTexts()
  return (
    <div role="status" aria-label={t('state.loading')} className={css.rows}>
      <Skeleton width="l" />
      <div className={css.code}>
        <Skeleton shape="qr" />
      </div>
      <Skeleton shape="button" width="l" />
    </div>
  )
}

/** Shows the operator's text, the QR code and the links. */
function Ways({ contact }: { contact: Contact & Info }) {
  const { t } = useTexts()
  const link = safeUrl(contact.lineLink ?? '')
  const website = safeUrl(contact.website ?? '')
  return (
    <div className={css.rows}>
      <SafeHtml html={contact.contactText} />
      <img
        className={`${css.code} ${css.qr}`}
        src={safeUrl(contact.lineQR ?? '') ?? FALLBACK}
        alt={t('contact.qr')}
        width="184"
        height="184"
        onError={({ currentTarget: image }) => {
          if (!image.src.endsWith(FALLBACK)) image.src = FALLBACK
        }}
      />
      <div className={css.links}>
        {link ? <ButtonOut href={link}>{contact.lineName || link}</ButtonOut> : <p>{contact.lineName}</p>}
        {website ? (
          <a className="link" href={website} target="_blank" rel="noopener noreferrer">
            {parseUrl(website)?.host ?? website}
          </a>
        ) : null}
      </div>
    </div>
  )
}
