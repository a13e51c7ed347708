import css from './inspect-button.module.css'

/**
 * A button that opens the inspector. It is at the edge of the screen, where the site shows nothing. With `isLarge`, it
 * is large and tells the user to click anywhere to open the inspector.
 */
export function InspectButton({ isLarge, onOpen }: { isLarge: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={css.button}
      data-large={isLarge || undefined}
      title="Open the inspector"
      onClick={onOpen}
    >
      {isLarge ? 'Click anywhere to open the inspector' : 'inspect'}
    </button>
  )
}
