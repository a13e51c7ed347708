import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#src/components/button.tsx'
import { LayoutColumn, LayoutHead } from '#src/components/layout.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { Soon } from '#src/components/soon.tsx'

type Props = {
  page: 'register' | 'howto' | 'contact' | 'profile' | 'bonus' | 'statement' | 'spin'
  back: '/user/home' | '/login'
}

/** A page that comes later, and says so. */
export function SoonPage({ page, back }: Props) {
  const { t } = useTranslation()
  return (
    <LayoutColumn>
      <PageTitle page={page} />
      <LayoutHead title={t(`page.${page}`)} />
      <Soon action={<ButtonLink to={back}>{t('soon.back')}</ButtonLink>} />
    </LayoutColumn>
  )
}
