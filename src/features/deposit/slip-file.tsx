import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type FileFacts, slipProblem } from '#contract/slip.ts'
import { Icon } from '#src/components/icon.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './slip.module.css'

type Props = {
  ref: RefObject<HTMLInputElement | null>
  accept: string
  /** Name, type and size of the chosen image; the image itself stays in the file input. */
  facts: FileFacts | null
  isFixed: boolean
  onChoose: (facts: FileFacts | null) => void
}

/** A field in which the player chooses an image, with a preview of it. */
export function SlipFile({ ref, accept, facts, isFixed, onChoose }: Props) {
  const { t } = useTexts()
  const [preview, setPreview] = useState<{ of: FileFacts; url: string } | null>(null)
  const isChosen = facts !== null
  const forget = useEffectEvent(() => onChoose(null))
  // revokes the image's object URL when the preview is replaced or removed
  useEffect(() => {
    const input = ref.current
    if (input && !isChosen) input.value = '' // lets the player choose the same image again
    const file = isChosen ? input?.files?.[0] : undefined
    if (!file || !facts) {
      setPreview(null)
      if (isChosen && !isFixed) forget() // the field was remounted, so its file is gone
      return
    }
    const url = URL.createObjectURL(file)
    setPreview({ of: facts, url })
    return () => URL.revokeObjectURL(url)
  }, [ref, isChosen, isFixed, facts])
  return (
    <label className={css.file} data-fixed={isFixed || undefined}>
      {facts && preview?.of === facts && slipProblem(facts) !== 'type' ? (
        <img src={preview.url} alt={t('slip.chosen')} />
      ) : (
        <Icon name="image" size="l" />
      )}
      <span className={css.words}>
        <strong>{t(facts ? 'slip.change' : 'slip.choose')}</strong>
        <span className={css.name}>{facts ? facts.name : t('slip.types')}</span>
      </span>
      <input
        ref={ref}
        type="file"
        accept={accept}
        disabled={isFixed}
        onChange={({ target: { files } }) => {
          const file = files?.[0]
          onChoose(file ? { name: file.name, size: file.size, type: file.type, lastModified: file.lastModified } : null)
        }}
      />
    </label>
  )
}
