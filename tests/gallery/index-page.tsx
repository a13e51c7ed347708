import type { CSSProperties } from 'react'
import { createRoot } from 'react-dom/client'
import { driverOf, drivers } from '../kit/drivers.ts'
import type { Model, Path } from '../kit/model.ts'
import { SIZES, type Size } from '../kit/sizes.ts'
import { nameOf, settledStates } from '../kit/states.ts'
import { wayTo } from '../kit/way.ts'
import { addressOf, type Place } from './address.ts'
import { Card } from './card.tsx'
import css from './index-page.module.css'
import { Switches } from './switches.tsx'

/** The scale at which each screen is drawn. */
const SCALE: Record<Size, number> = { phone: 0.64, desktop: 0.34 }
/** A screen's size and scale as CSS custom properties. */
const screenOf = (size: Size) =>
  ({
    '--width': `${SIZES[size].width}px`,
    '--height': `${SIZES[size].height}px`,
    '--scale': SCALE[size],
  }) as CSSProperties

/** Shows every state of the selected machines, each in its own frame. */
export async function openIndex(root: HTMLElement, place: Place) {
  const stems = [...drivers.keys()]
  const chosen = stems.filter((stem) => place.machine === null || stem === place.machine)
  const machines = await Promise.all(
    chosen.map(async (stem) => {
      const { model } = await driverOf(stem)
      return { stem, model, paths: model.paths('shortest') }
    }),
  )
  createRoot(root).render(
    <div className={css.page} style={screenOf(place.size)}>
      <Switches place={place} stems={stems} />
      <main>
        {chosen.length === 0 ? <p className={css.none}>There is no machine “{place.machine}”.</p> : null}
        {machines.map((each) => (
          <Machine key={each.stem} place={place} {...each} />
        ))}
      </main>
    </div>,
  )
}

type Props = { place: Place; stem: string; model: Model; paths: Path[] }
function Machine({ place, stem, model, paths }: Props) {
  const { root } = model.config.machine
  const states = settledStates(model.config.machine)
  return (
    <section className={css.machine} id={stem}>
      <header>
        <h2>
          <a href={addressOf({ ...place, machine: stem })}>{stem}</a>
          <small>{states.length === 1 ? '1 state' : `${states.length} states`}</small>
        </h2>
        <p>{root.description}</p>
      </header>
      <ul className={css.cards}>
        {states.map((node) => (
          <Card
            key={node.id}
            place={place}
            machine={stem}
            state={nameOf(node)}
            about={node.description}
            way={wayTo(nameOf(node), paths).map(({ words }) => words)}
          />
        ))}
      </ul>
    </section>
  )
}
