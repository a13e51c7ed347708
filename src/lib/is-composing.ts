/**
 * True of a key that an input method takes for itself. Safari ends the composition before it tells of the key that ended it,
 * which then has the code 229 alone (WebKit 165004).
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
