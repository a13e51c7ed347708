import { SIZES } from '../kit/sizes.ts'
import { addressOf, type Place } from './address.ts'
import css from './card.module.css'

type Props = {
  place: Place
  machine: string
  state: string
  /** The state's description. */
  about: string | undefined
  /** The path to the state. */
  way: readonly string[]
}

/** One state: its view, rendered at the given screen size and scaled down. */
export function Card({ place, machine, state, about, way }: Props) {
  const { language, size } = place
  const address = addressOf({ show: { machine, state }, language })
  return (
    <li className={css.card}>
      <div className={css.screen}>
        <iframe title={`${machine}.${state}`} src={address} loading="lazy" {...SIZES[size]} />
      </div>
      <h3>
        <a href={address} target="_blank" rel="noreferrer">
          {state}
        </a>
      </h3>
      <p>{about}</p>
      <ol>
        {way.map((words, at) => (
          <li key={at}>{words}</li>
        ))}
      </ol>
    </li>
  )
}
