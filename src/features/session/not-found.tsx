import { ButtonLink } from '#src/components/button-link.tsx'
import { PageState } from '#src/components/page-state.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { useTexts } from '#src/lib/i18n.ts'

/** The page for an unknown address. Its heading is the same in every language. Source: R64. */
export function NotFound() {
  const { t } = useTexts()
  return (
    <>
      <PageTitle page="notFound" />
      <PageState
        icon="info"
        title={t('page.notFound')}
        titleLang="en"
        text={t('notFound.text')}
        action={<ButtonLink to="/user/home">{t('notFound.back')}</ButtonLink>}
      />
    </>
  )
}
