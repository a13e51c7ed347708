import { useSelector } from '@xstate/react'
import css from './actor-tree.module.css'
import { chosenOf, type ReceiverRef, worldOf } from './view.ts'
import { type Actor, valueText, type World } from './world.ts'

/** Returns the name of an actor without its parent's name. */
const shortName = ({ name }: Actor, parent: Actor | undefined) =>
  parent && name.startsWith(`${parent.name}.`) ? name.slice(parent.name.length + 1) : name

type NodeProps = { node: Actor; world: World; chosen: string | undefined; onChoose: (name: string) => void }

function Node({ node, world, chosen, onChoose }: NodeProps) {
  const children = node.hasEnded ? [] : [...world.values()].filter(({ parentId }) => parentId === node.sessionId)
  const state = valueText(node.snapshot.value)
  return (
    <li>
      <button
        type="button"
        className={css.node}
        aria-current={node.sessionId === chosen || undefined}
        data-ended={node.hasEnded || undefined}
        onClick={() => onChoose(node.name)}
      >
        <span className={css.name}>{shortName(node, world.get(node.parentId ?? ''))}</span>{' '}
        <span className={css.state}>
          {node.hasEnded ? [state, node.snapshot.status].filter(Boolean).join(' · ') : state}
        </span>
      </button>
      {children.length ? (
        <ul className={css.list}>
          {children.map((child) => (
            <Node key={child.sessionId} node={child} world={world} chosen={chosen} onChoose={onChoose} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** Shows all actors of the app under a common root, each with its state. The children of a stopped actor are hidden. */
export function ActorTree({ actor }: { actor: ReceiverRef }) {
  const world = useSelector(actor, worldOf)
  const chosen = useSelector(actor, (s) => chosenOf(s)?.sessionId)
  const isFollowing = useSelector(actor, (s) => s.context.chosen === null)
  const roots = [...world.values()].filter(({ parentId }) => parentId === null)
  return (
    <>
      <div className={css.head}>
        <h2>Actors</h2>
        <button type="button" aria-pressed={isFollowing} onClick={() => actor.send({ type: 'actor.follow' })}>
          Follow the newest page
        </button>
      </div>
      <ul className={css.tree}>
        {roots.map((root) => (
          <Node
            key={root.sessionId}
            node={root}
            world={world}
            chosen={chosen}
            onChoose={(name) => actor.send({ type: 'actor.choose', name })}
          />
        ))}
      </ul>
    </>
  )
}
