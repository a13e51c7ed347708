import type { RefObject } from 'react'
import { canPaste, pastedText } from '#src/lib/clipboard.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { IconButton } from './icon-button.tsx'

type Props = { field: RefObject<HTMLInputElement | null>; onPaste: (text: string) => void }

/**
 * A button that pastes the clipboard's text into a field, up to the field's `maxLength`. If the browser refuses to read
 * the clipboard, the button focuses the field instead (assumed). Renders nothing in browsers that do not let a page
 * read the clipboard.
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
