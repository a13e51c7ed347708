import { useId } from 'react'
import type { Place as PlaceData } from '#contract/transfer.ts'
import { Icon } from '#src/components/icon.tsx'
import { Money } from '#src/components/money.tsx'
import { StatusIcon } from '#src/components/status-icon.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { safeUrl } from '#src/lib/safe-url.ts'
import css from './transfer.module.css'

type Props = {
  label: string
  places: readonly PlaceData[]
  /** The code of the chosen place; empty if none is chosen. */
  chosen: string
  isFixed: boolean
  onChoose: (code: string) => void
}

/**
 * A field for the source or the destination of a transfer. Shows the chosen place and its balance. A press anywhere on
 * it opens the browser's own list of options.
 */
export function Place({ label, places, chosen, isFixed, onChoose }: Props) {
  const { t } = useTexts()
  const id = useId()
  const place = places.find(({ code }) => code === chosen)
  const art = place?.art ? safeUrl(place.art) : null
  return (
    <div className={css.end}>
      {art ? (
        <img className={css.art} src={art} alt="" />
      ) : (
        <StatusIcon icon={place ? 'wallet' : 'slot'} tone={place ? 'metal' : 'plain'} />
      )}
      <span className={css.what}>
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
        <span className={css.name} aria-hidden="true" data-none={place ? undefined : ''}>
          <span>{place?.name ?? t('transfer.choose')}</span>
          <Icon name="chevron-down" size="s" />
        </span>
      </span>
      {place ? <Money satang={place.amount} hideUnit /> : null}
      <select id={id} value={chosen} disabled={isFixed} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{t('transfer.choose')}</option>
        {places.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
