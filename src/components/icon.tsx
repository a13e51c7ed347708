import css from './icon.module.css'

/** The symbols of src/theme/icons.svg. */
export type IconName =
  | 'home'
  | 'statement'
  | 'support'
  | 'user'
  | 'rules'
  | 'logout'
  | 'globe'
  | 'refresh'
  | 'deposit'
  | 'withdraw'
  | 'transfer'
  | 'swap'
  | 'gift'
  | 'wheel'
  | 'invite'
  | 'bonus'
  | 'refund'
  | 'coin'
  | 'lock'
  | 'eye'
  | 'eye-off'
  | 'copy'
  | 'paste'
  | 'check'
  | 'check-circle'
  | 'x-circle'
  | 'close'
  | 'alert'
  | 'info'
  | 'clock'
  | 'chevron-down'
  | 'chevron-right'
  | 'chevron-left'
  | 'phone'
  | 'qr'
  | 'bank'
  | 'link'
  | 'upload'
  | 'download'
  | 'image'
  | 'attach'
  | 'send'
  | 'play'
  | 'file'
  | 'external'
  | 'trash'
  | 'inbox'
  | 'slot'
  | 'ball'
  | 'lotto'
  | 'howto'
  | 'register'
  | 'wallet'
  | 'chat'
  | 'double-check'
  | 'reply'
  | 'android'
  | 'apple'

/**
 * An icon next to a word, 24 px (xs 16, s 20, l 32). It is hidden from screen readers, so the word must carry the
 * meaning.
 */
export function Icon({ name, size }: { name: IconName; size?: 'xs' | 's' | 'l' | undefined }) {
  return (
    <svg className={css.icon} data-size={size} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
