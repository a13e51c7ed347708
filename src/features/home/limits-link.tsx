import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { ButtonLink } from '#src/components/button-link.tsx'
import { Icon } from '#src/components/icon.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './limits-link.module.css'

/**
 * A link to the limits and breaks on the My play page. Half a year after the registration, or after the member last
 * answered a question about limits, a note that asks for a review replaces the link. Source: R631, R635.
 */
export function LimitsLink({ wallet }: { wallet: ActorRefFrom<typeof walletMachine> }) {
  const { t } = useTexts()
  const isDue = useSelector(wallet, (s) => s.context.overview?.limitPrompt === 'review')
  if (isDue)
    return (
      <Note icon="clock">
        <div className={css.review}>
          <p>
            <NoBreakText text={t('home.review')} />
          </p>
          <ButtonLink to="/user/care" tone="cool" size="s">
            {t('page.care')}
          </ButtonLink>
        </div>
      </Note>
    )
  return (
    <Link to="/user/care" className={css.link}>
      <Icon name="clock" size="s" />
      {t('home.limits')}
      <Icon name="chevron-right" size="xs" />
    </Link>
  )
}
