import css from './bone.module.css'

type Props = {
  /** What it stands for; sets height and radius. */
  shape?: 'line' | 'head' | 'amount' | 'button' | 'field' | 'row' | 'card' | 'tile' | 'facts' | 'qr' | 'wheel'
  /** s 84 px, m 120, l 190, xl 248, full. */
  width?: 's' | 'm' | 'l' | 'xl' | 'full'
}

/** A place where something will stand; say once per screen, with role=status, that it loads. */
export function Bone({ shape = 'line', width = 'full' }: Props) {
  return <span className={css.bone} data-shape={shape} data-width={width} aria-hidden="true" />
}
