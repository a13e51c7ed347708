import type en from '#locales/en.json'
import { APP_TITLE } from '#src/lib/app-title.ts'
import { useTexts } from '#src/lib/i18n.ts'

/** Sets the title of the browser tab. Source: D-53. */
export function PageTitle({ page }: { page: keyof typeof en.page }) {
  const { t } = useTexts()
  return <title>{`${t(`page.${page}`)} · ${APP_TITLE}`}</title>
}
