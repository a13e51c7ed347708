import { type ComponentProps, useId } from 'react'
import css from './field.module.css'
import { Icon, type IconName } from './icon.tsx'

type Props = Omit<ComponentProps<'select'>, 'className' | 'children'> & {
  label: string
  icon?: IconName | undefined
  /** The first option, which means that nothing is chosen. */
  placeholder?: string | undefined
  /** `lang` is the language of the option, if it differs from the page's. */
  options: readonly { value: string; label: string; lang?: string | undefined }[]
}

/** A labelled select that looks like {@link Field}. All other props go to the select. */
export function SelectField({ label, icon, placeholder, options, id, ...select }: Props) {
  const own = useId()
  const selectId = id ?? own
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={selectId}>
        {label}
      </label>
      <div className={css.box}>
        {icon && <Icon name={icon} size="s" />}
        <select {...select} id={selectId}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map(({ value, label, lang }) => (
            <option key={value} value={value} lang={lang}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="s" />
      </div>
    </div>
  )
}
