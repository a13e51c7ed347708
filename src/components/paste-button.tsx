import type { RefObject } from 'react'
import { canPaste, pastedText } from '#src/lib/clipboard.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { IconButton } from './icon-button.tsx'

type Props = { field: RefObject<HTMLInputElement | null>; onPaste: (text: string) => void }

/**
 * Pastes the clipboard's text into a field, at most its `maxLength`; if the browser refuses, puts the cursor there
 * (assumed). Absent where a page cannot read the clipboard.
 */
export function PasteButton({ field, onPaste }: Props) {
  const { t } = useTexts()
  if (!canPaste()) return null
  async function paste() {
    const text = await pastedText()
    const most = field.current?.maxLength ?? -1
    if (text === null) field.current?.focus()
    else onPaste(most < 0 ? text : text.slice(0, most))
  }
  return <IconButton icon="paste" label={t('copy.paste')} onClick={paste} />
}
