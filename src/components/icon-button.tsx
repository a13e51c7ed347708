import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'
import css from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  icon: IconName
  label: string
  /** True if the button is on top of an image or text. The button then has its own background. */
  filled?: boolean | undefined
  busy?: boolean | undefined
}

/**
 * A round 44 px button that shows only an icon. `label` is its accessible name. While `busy`, it shows a spinner. It
 * ignores presses while `busy` or `aria-disabled`.
 */
export function IconButton({ icon, label, filled, busy = false, type = 'button', onClick, ...props }: Props) {
  const silent = busy || props['aria-disabled'] === true
  return (
    <button
      {...props}
      type={type}
      className={css.button}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={silent || undefined}
      data-filled={filled || undefined}
      onClick={silent ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
