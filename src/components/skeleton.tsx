import css from './skeleton.module.css'

type Props = {
  /** The content it replaces; sets height and radius. */
  shape?: 'line' | 'head' | 'amount' | 'button' | 'field' | 'row' | 'card' | 'tile' | 'facts' | 'qr' | 'wheel'
  /** s 84 px, m 120, l 190, xl 248, full. */
  width?: 's' | 'm' | 'l' | 'xl' | 'full'
}

/** A placeholder for content that is loading; announce the loading once per screen, with role=status. */
export function Skeleton({ shape = 'line', width = 'full' }: Props) {
  return <span className={css.skeleton} data-shape={shape} data-width={width} aria-hidden="true" />
}
