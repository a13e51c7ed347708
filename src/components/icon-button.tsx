import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'
import css from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  icon: IconName
  label: string
  /** Stands on art or text: gets a ground of its own. */
  filled?: boolean | undefined
  busy?: boolean | undefined
}

/** A 44 px round button that shows only an icon; `label` is its name. While `busy` it turns and sends nothing. */
export function IconButton({ icon, label, filled, busy = false, type = 'button', onClick, ...props }: Props) {
  return (
    <button
      {...props}
      type={type}
      className={css.button}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || props['aria-disabled']}
      data-filled={filled || undefined}
      onClick={busy ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
