import { Running } from '#src/components/running.tsx'
import css from './evidence-list.module.css'

type Props = { title: string; texts: readonly string[]; conclusion: string; advice: string }

/** The data that the site has read about an unanswered change, its conclusion, and advice for the player. */
export function EvidenceList({ title, texts, conclusion, advice }: Props) {
  return (
    <div className={css.list}>
      <p>
        <Running text={title} />
      </p>
      <ul>
        {texts.map((text, at) => (
          <li key={`${at} ${text}`}>
            <Running text={text} />
          </li>
        ))}
      </ul>
      <p>
        <strong>
          <Running text={conclusion} />
        </strong>
      </p>
      <p>
        <Running text={advice} />
      </p>
    </div>
  )
}
