import css from './inspect-button.module.css'

/**
 * A button that opens the inspector, at the edge of the screen, where the site shows nothing. `isLarge` means that a
 * click anywhere opens the inspector.
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
