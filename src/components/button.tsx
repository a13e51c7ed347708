import type { ComponentProps, MouseEvent } from 'react'
import css from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

/** The look of a button, or of a link styled as one. */
export type Look = {
  /**
   * `metal` is the main action, `cool` a harmless secondary action, `bad` a destructive one, `quiet` cancels, and
   * `plain` is one of several equal alternatives.
   */
  tone?: 'metal' | 'cool' | 'bad' | 'quiet' | 'plain' | undefined
  size?: 's' | undefined
  wide?: boolean | undefined
  icon?: IconName | undefined
}
type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  Look & {
    /** While true, the button keeps its focus and width, shows `busyText` and ignores presses. */
    busy?: boolean | undefined
    busyText?: string | undefined
  }

/** Returns the attributes that give an element a {@link Look}. */
export const look = ({ tone = 'plain', size, wide }: Look) => ({
  className: css.button,
  'data-tone': tone,
  'data-size': size,
  'data-wide': wide || undefined,
})

/**
 * A button. With `aria-disabled` or `busy` it stays in the tab order but ignores presses; `disabled` is the native
 * attribute.
 */
export function Button({ tone, size, wide, icon, busy = false, busyText, type = 'button', ...rest }: ButtonProps) {
  const { children, onClick, 'aria-disabled': ariaDisabled, ...props } = rest
  const silent = busy || ariaDisabled === true || ariaDisabled === 'true'
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // React may turn this element into a submit button while it handles the click. The browser would then submit the
    // form.
    if (silent || type !== 'submit') event.preventDefault()
    if (!silent) onClick?.(event)
  }
  return (
    <button
      {...props}
      {...look({ tone, size, wide })}
      type={type}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={silent || undefined}
    >
      <span className={css.face} data-off={(busy && busyText !== undefined) || undefined}>
        {icon && !busy && <Icon name={icon} size="s" />}
        {busy && <span className={css.turn} />}
        {children}
      </span>
      {busyText !== undefined && (
        <span className={css.face} data-off={!busy || undefined}>
          <span className={css.turn} />
          {busyText}
        </span>
      )}
    </button>
  )
}
