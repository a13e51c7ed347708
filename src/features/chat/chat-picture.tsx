import { useState } from 'react'
import { Icon } from '#src/components/icon.tsx'
import css from './chat.module.css'

/**
 * Shows a picture. If it cannot be loaded, shows a neutral box of the same size with the picture's name. Source: R189,
 * R191.
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
