import css from './progress.module.css'

/** The part `value` of `max`, as a thin bar. */
export const Progress = ({ label, value, max }: { label: string; value: number; max: number }) => (
  <progress className={css.progress} aria-label={label} value={value} max={max} />
)
