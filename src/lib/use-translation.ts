import { useMemo, useSyncExternalStore } from 'react'
import { i18n } from './i18n.ts'

function subscribe(listener: () => void) {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}
const language = () => i18n.language

/** Returns the texts of the current language for a view, which is rendered again when the language changes. */
export function useTranslation() {
  const current = useSyncExternalStore(subscribe, language)
  const t = useMemo(() => i18n.getFixedT(current), [current])
  return { t, i18n }
}
