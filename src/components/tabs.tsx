import { type KeyboardEvent, type ReactNode, useId } from 'react'
import chip from './chip.module.css'
import { Icon, type IconName } from './icon.tsx'
import css from './tabs.module.css'

type Props<Id extends string> = {
  label: string
  /** `note` is the second line of the tab's label. */
  tabs: readonly { id: Id; label: string; icon?: IconName; note?: string | undefined }[]
  current: Id
  onChange: (id: Id) => void
  /**
   * `track` shows segments with icons, `chips` a row that scrolls sideways, and `tiles` a grid whose first tile is
   * wider.
   */
  look?: 'track' | 'chips' | 'tiles'
  /** The content of the current tab. */
  children: ReactNode
}

/**
 * Returns the index of the tab that an arrow key, Home or End moves to, in a row of `count` tabs. Returns undefined for
 * any other key.
 */
function step(key: string, at: number, count: number) {
  const to: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1 + count, Home: 0, End: count - 1 }
  const next = to[key]
  return next === undefined ? undefined : next % count
}

/**
 * Tabs above a panel. Arrow keys move the focus. Enter, Space or a tap selects. The caller controls which tab is
 * current.
 */
export function Tabs<Id extends string>({ label, tabs, current, onChange, look = 'track', children }: Props<Id>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const next = step(event.key, all.indexOf(event.target as HTMLElement), all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <div className={css.tabs}>
      <div className={css[look]} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className={look === 'track' ? css.tab : chip.chip}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `${id}-panel` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.icon && <Icon name={tab.icon} size="s" />}
            {tab.note === undefined ? (
              tab.label
            ) : (
              <span>
                {tab.label} <small>{tab.note}</small>
              </span>
            )}
          </button>
        ))}
      </div>
      <div className={css.panel} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  )
}
