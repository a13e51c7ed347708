import css from './json-view.module.css'

const isTree = (data: unknown): data is object => typeof data === 'object' && data !== null

function summaryOf(data: object): string {
  if (Array.isArray(data)) return `[${data.length}]`
  if ('xstate$$type' in data && 'id' in data) return `→ ${String(data.id)}`
  return `{${Object.keys(data).length}}`
}

const isActor = (data: object) => 'xstate$$type' in data

function Entry({ name, data, depth }: { name: string; data: unknown; depth: number }) {
  if (isTree(data) && !isActor(data) && Object.keys(data).length > 0)
    return (
      <details open={depth < 2}>
        <summary>
          <span className={css.key}>{name}</span> <span className={css.count}>{summaryOf(data)}</span>
        </summary>
        <div className={css.inner}>
          <JsonView data={data} depth={depth + 1} />
        </div>
      </details>
    )
  return (
    <p className={css.leaf}>
      <span className={css.key}>{name}</span>{' '}
      <span className={css.value} data-type={data === null ? 'null' : typeof data}>
        {isTree(data) ? summaryOf(data) : JSON.stringify(data)}
      </span>
    </p>
  )
}

/** Shows plain data as a collapsible tree. */
export function JsonView({ data, depth = 0 }: { data: object; depth?: number }) {
  return (
    <div className={css.view}>
      {Object.entries(data).map(([name, inner]) => (
        <Entry key={name} name={name} data={inner} depth={depth} />
      ))}
    </div>
  )
}
