import css from './inspect-button.module.css'

/**
 * A button that opens the inspector, at the edge of the screen, where the product shows nothing. `isLarge`: it waits for
 * a click.
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
