import css from './skeleton.module.css'

type Props = {
  /** The kind of content that the skeleton replaces. It determines the height and radius. */
  shape?: 'line' | 'head' | 'amount' | 'button' | 'field' | 'row' | 'card' | 'tile' | 'facts' | 'qr' | 'wheel'
  /** s is 84 px, m 120 px, l 190 px, xl 248 px; full fills the width. */
  width?: 's' | 'm' | 'l' | 'xl' | 'full'
}

/**
 * A placeholder for content that is loading. Screen readers ignore it, so announce the loading once per screen with
 * role=status.
 */
export function Skeleton({ shape = 'line', width = 'full' }: Props) {
  return <span className={css.skeleton} data-shape={shape} data-width={width} aria-hidden="true" />
}
