import { Running } from '#src/components/running.tsx'

type Props = { title: string; texts: readonly string[]; advice: string }

/** Facts that the site has read about a change without an answer, between a title and advice to the player. */
export function EvidenceList({ title, texts, advice }: Props) {
  return (
    <>
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
        <Running text={advice} />
      </p>
    </>
  )
}
