import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#src/components/button.tsx'
import { PageState } from '#src/components/page-state.tsx'

/** No such page. The heading reads the same in every language. Source: R64. */
export function NotFound() {
  const { t } = useTranslation()
  return (
    <PageState
      icon="info"
      title={t('notFound.title')}
      titleLang="en"
      text={t('notFound.text')}
      action={<ButtonLink to="/user/home">{t('notFound.back')}</ButtonLink>}
    />
  )
}
