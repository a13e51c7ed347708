import { useTexts } from '#src/lib/i18n.ts'
import css from './loading-overlay.module.css'
import { TopLayer } from './top-layer.tsx'

/** Covers the page while it loads. CSS shows it only after LOADER_DELAY. Until then, taps pass through it. */
export function LoadingOverlay({ shown }: { shown: boolean }) {
  const { t } = useTexts()
  return (
    <TopLayer>
      <div role="status">
        {shown && (
          <div className={css.overlay}>
            <span className={css.ring} />
            <p>{t('state.loading')}</p>
          </div>
        )}
      </div>
    </TopLayer>
  )
}
