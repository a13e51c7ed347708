import { useState } from 'react'
import { Icon } from '#src/components/icon.tsx'
import css from './chat.module.css'

/**
 * A picture with its name; if it cannot be displayed, a neutral box of the same size with its name. Source: R189, R191.
 */
export function ChatPicture({ src, name }: { src: string; name: string }) {
  const [isBroken, setBroken] = useState(false)
  if (!isBroken) return <img src={src} alt={name} loading="lazy" onError={() => setBroken(true)} />
  return (
    <span className={css.broken}>
      <Icon name="image" />
      {name}
    </span>
  )
}
