/**
 * True for a key that an input method uses itself. Safari ends the composition before the event of its last key,
 * whose code is then only 229 (WebKit 165004).
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
