import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'

type Props = { field: RefObject<HTMLInputElement | null>; onPaste: (text: string) => void }

/**
 * Pastes the clipboard's text into a field, at most its `maxLength`; if the browser refuses, puts the cursor there
 * (assumed). Absent where a page cannot read the clipboard: over http, and in some browsers within apps.
 */
export function PasteButton({ field, onPaste }: Props) {
  const { t } = useTranslation()
  if (!navigator.clipboard?.readText) return null
  const paste = (text: string) => {
    const most = field.current?.maxLength ?? -1
    onPaste(most < 0 ? text.trim() : text.trim().slice(0, most))
  }
  const read = () => navigator.clipboard.readText().then(paste, () => field.current?.focus())
  return <IconButton icon="paste" label={t('copy.paste')} onClick={read} />
}
