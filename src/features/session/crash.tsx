import { useTexts } from '#src/lib/i18n.ts'

/** Replaces a page that failed to render, and says that the money is safe. Contains nothing that could fail again. */
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
