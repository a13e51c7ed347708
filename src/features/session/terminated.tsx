import { ButtonLink } from '#src/components/button-link.tsx'
import { PageState } from '#src/components/page-state.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './terminated.module.css'

/**
 * The page shown after the site has been shut down. While it is mounted, it changes the look of the whole page.
 * Source: R63, R77.
 */
export function Terminated() {
  const { t } = useTexts()
  return (
    <div className={css.terminated}>
      <PageTitle page="terminated" />
      <PageState
        icon="lock"
        tone="plain"
        title={t('page.terminated')}
        text={t('terminated.text')}
        action={<ButtonLink to="/user/home">{t('terminated.again')}</ButtonLink>}
      />
    </div>
  )
}
