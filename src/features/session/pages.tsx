import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#src/components/button.tsx'
import { PageState } from '#src/components/page-state.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import css from './pages.module.css'

/** The site is shut down. The page has its own look for as long as it is there. Source: R63, R77. */
export function Terminated() {
  const { t } = useTranslation()
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

/** A page that failed while it was drawn: the money is where it was. */
export function Crash({ reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  return (
    <PageState
      icon="alert"
      tone="bad"
      title={t('crash.title')}
      text={t('crash.text')}
      action={<Button onClick={reset}>{t('crash.reload')}</Button>}
    />
  )
}
