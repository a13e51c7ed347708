import { NoBreakText } from '#src/components/no-break-text.tsx'
import css from './evidence-list.module.css'

type Props = { title: string; texts: readonly string[]; conclusion: string; advice: string }

/**
 * Shows the known facts about a change whose outcome is unknown, the conclusion from them, and advice for the player.
 */
export function EvidenceList({ title, texts, conclusion, advice }: Props) {
  return (
    <div className={css.list}>
      <p>
        <NoBreakText text={title} />
      </p>
      <ul>
        {texts.map((text, at) => (
          <li key={`${at} ${text}`}>
            <NoBreakText text={text} />
          </li>
        ))}
      </ul>
      <p>
        <strong>
          <NoBreakText text={conclusion} />
        </strong>
      </p>
      <p>
        <NoBreakText text={advice} />
      </p>
    </div>
  )
}
