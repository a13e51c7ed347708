import { useTexts } from '#src/lib/i18n.ts'

/**
 * Shown in place of a page that failed to render. Tells the player that their money is safe. It is kept simple, so that
 * it cannot fail itself.
 */
export function Crash() {
  const { t } = useTexts()
  return (
    <main id="main" className="crash">
      <h1>{t('crash.title')}</h1>
      <p>{t('crash.text')}</p>
      <button type="button" className="link" onClick={() => location.reload()}>
        {t('crash.reload')}
      </button>
    </main>
  )
}
