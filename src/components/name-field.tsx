import type { ComponentProps } from 'react'
import { upperName } from '#contract/bank.ts'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'onInput' | 'autoCapitalize' | 'autoComplete' | 'spellCheck'>

/**
 * A field for part of an account name. It converts the text to upper case while the player types, and keeps the caret
 * in place. Source: R258.
 */
export const NameField = (props: Props) => (
  <Field
    {...props}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    onInput={({ currentTarget: input }) => {
      const { selectionStart, selectionEnd, value } = input
      if (upperName(value) === value) return
      input.value = upperName(value)
      input.setSelectionRange(selectionStart, selectionEnd)
    }}
  />
)
