import type { ReactNode } from 'react'
import { AuthLayout } from '#src/components/auth-layout.tsx'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { IconButton } from '#src/components/icon-button.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { APP_TITLE } from '#src/lib/app-title.ts'
import { useTexts } from '#src/lib/i18n.ts'
import logo from '#src/theme/logo.svg'
import css from './register.module.css'

type Props = {
  page: 'register' | 'recover'
  /** Goes back one step; null if there is no previous step. */
  back: { isOff: boolean; go: () => void } | null
  isLoading: boolean
  /** Reloads the flow; null unless it failed to load. */
  onRetry: (() => void) | null
  children: ReactNode
}

/**
 * The page of a multi-step flow, with the logo or the back button at the top. Until the steps are loaded, it shows a
 * skeleton.
 */
export function StepsPage({ page, back, isLoading, onRetry, children }: Props) {
  const { t } = useTexts()
  return (
    <AuthLayout
      isSteps
      lead={
        back ? (
          <IconButton icon="chevron-left" label={t('go.back')} aria-disabled={back.isOff} onClick={back.go} />
        ) : (
          <img className={css.brand} src={logo} alt={APP_TITLE} width="113" height="32" />
        )
      }
    >
      <PageTitle page={page} />
      {isLoading ? (
        <div role="status" aria-label={t('state.loading')} className={css.form}>
          <Skeleton shape="head" />
          <Skeleton shape="field" />
          <Skeleton shape="button" />
        </div>
      ) : null}
      {onRetry ? (
        <Empty
          icon="alert"
          tone="plain"
          level={1}
          title={t(`${page}.unavailable`)}
          action={<Button onClick={onRetry}>{t('action.retry')}</Button>}
        />
      ) : null}
      {children}
    </AuthLayout>
  )
}
