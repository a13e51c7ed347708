/**
 * True if an input method handles the key itself. Safari ends the composition before the event of its last key, which
 * can then be recognised only by the key code 229 (WebKit 165004).
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
