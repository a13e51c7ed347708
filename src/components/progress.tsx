import css from './progress.module.css'

/** A thin bar that shows `value` out of `max`. */
export const Progress = ({ label, value, max }: { label: string; value: number; max: number }) => (
  <progress className={css.progress} aria-label={label} value={value} max={max} />
)
