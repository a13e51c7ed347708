import type { ComponentProps, ReactNode } from 'react'
import css from './chip.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-pressed'> & { chosen: boolean }

/** One of several preset answers. If `chosen`, it is announced as pressed. */
export function Chip({ chosen, ...props }: Props) {
  return <button {...props} type="button" className={css.chip} aria-pressed={chosen} />
}

/** Chips side by side in equal columns, as one named group. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a border for four buttons
    <div className={css.row} role="group" aria-label={label}>
      {children}
    </div>
  )
}
