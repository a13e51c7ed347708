import css from './field-error.module.css'
import { Icon } from './icon.tsx'
import { NoBreakText } from './no-break-text.tsx'

type Props = {
  text: string
  id?: string | undefined
  /** True if a toast already announces the error, so that it is not announced twice. */
  isSaid?: boolean | undefined
}

/** A field's error, shown below it. */
export function FieldError({ text, id, isSaid = false }: Props) {
  return (
    <p className={css.error} id={id} role={isSaid ? undefined : 'alert'}>
      <Icon name="alert" size="s" />
      <span>
        <NoBreakText text={text} />
      </span>
    </p>
  )
}
