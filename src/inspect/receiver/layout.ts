import { Graph, type GraphLabel, type NodeLabel, layout as place } from '@dagrejs/dagre'
import type { Arrow, Chart, Line, StateBox } from './definition.ts'

type Point = { x: number; y: number }
type Rect = Point & { width: number; height: number }
/** One row of text. `lineId` is the id of the transition that it describes, or null. */
export type Row = { text: string; lineId: string | null }
/** A state with its position, in px from the top left corner of the chart. */
export type PlacedBox = Rect & { state: StateBox; depth: number; about: readonly string[]; notes: readonly Row[] }
/**
 * An arrow with its label. `isAny` is true if the transition starts from the surrounding state and so applies to every
 * state inside it.
 */
export type PlacedArrow = Arrow & { points: readonly Point[]; label: Rect; rows: readonly Row[]; isAny: boolean }
export type Drawing = { width: number; height: number; boxes: PlacedBox[]; arrows: PlacedArrow[] }

/** The heights of the text rows and the padding, in px. Notes and arrows use a monospaced font. */
export const TITLE = 22
export const ABOUT = 16
export const ROW = 17
export const PAD = 12
const LETTER = 6.7
const ABOUT_MOST = 36
const ROW_MOST = 30
const GAP = 24
const ROW_WIDTH = 1100
const ANY: Point = { x: 18, y: 18 }

/**
 * Breaks text into lines of at most `most` characters. Breaks only between words, so a single long word can exceed the
 * limit.
 */
export function wrap(text: string, most: number): string[] {
  const rows: string[] = []
  for (const part of text.split(' ').filter(Boolean)) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + 1 + part.length <= most) rows[rows.length - 1] = `${last} ${part}`
    else rows.push(part)
  }
  return rows
}

/** Returns the text rows of the transitions, one transition below the other. */
const rowsOf = (lines: readonly Line[]): Row[] =>
  lines.flatMap(({ id, text }) => wrap(text, ROW_MOST).map((row, at) => ({ text: at ? `  ${row}` : row, lineId: id })))

const widest = (rows: readonly string[]) => Math.max(0, ...rows.map((row) => row.length)) * LETTER

type Part = { size: { width: number; height: number }; boxes: PlacedBox[]; arrows: PlacedArrow[] }

const moved = <T extends Point>(thing: T, { x, y }: Point): T => ({ ...thing, x: thing.x + x, y: thing.y + y })

const shift = ({ boxes, arrows }: Pick<Part, 'boxes' | 'arrows'>, by: Point) => ({
  boxes: boxes.map((box) => moved(box, by)),
  arrows: arrows.map((arrow) => ({
    ...arrow,
    points: arrow.points.map((point) => moved(point, by)),
    label: moved(arrow.label, by),
  })),
})

/** Returns the path of the child of `level` that contains `path`, or null if `path` is the state `level` itself. */
function partOf(path: string, level: string): string | null {
  const rest = level ? path.slice(level.length + 1) : path
  if (path === level) return null
  const [key = ''] = rest.split('.')
  return level ? `${level}.${key}` : key
}
const isIn = (path: string, level: string) => level === '' || path === level || path.startsWith(`${level}.`)

/**
 * Returns the arrows to draw in this state: those whose source and target are both in the state, but not in the same
 * child. A child's transitions to itself are included.
 */
const arrowsAt = (level: string, arrows: readonly Arrow[]) =>
  arrows.filter(({ from, to }) => {
    if (!isIn(from, level) || !isIn(to, level)) return false
    const [one, other] = [partOf(from, level), partOf(to, level)]
    return one !== other || (from === to && one === from)
  })

/**
 * Returns the points of a transition from a state to itself: from the right side of the state's box to the label, and
 * back.
 */
function loop({ x = 0, y = 0, width }: NodeLabel, label: Rect): Point[] {
  const [right, out] = [x + width / 2, label.x + 12]
  return [
    { x: right, y: y - 12 },
    { x: out, y: y - 12 },
    { x: out, y: y + 12 },
    { x: right, y: y + 12 },
  ]
}

/** Places the regions of a parallel state side by side, in rows. */
function inRows(parts: readonly Part[]): Part {
  const size = { width: 0, height: 0 }
  const next = { x: 0, y: 0 }
  const placed = parts.map((part) => {
    if (next.x > 0 && next.x + part.size.width > ROW_WIDTH) Object.assign(next, { x: 0, y: size.height + GAP })
    const at = shift(part, { ...next })
    next.x += part.size.width + GAP
    size.width = Math.max(size.width, next.x - GAP)
    size.height = Math.max(size.height, next.y + part.size.height)
    return at
  })
  return { size, boxes: placed.flatMap(({ boxes }) => boxes), arrows: placed.flatMap((part) => part.arrows) }
}

function inside(state: StateBox, depth: number, arrows: readonly Arrow[]): Part {
  const own = arrowsAt(state.path, arrows)
  const parts = new Map(state.children.map((child) => [child.path, boxed(child, depth + 1, arrows)]))
  if (state.kind === 'parallel' && own.length === 0) return inRows([...parts.values()])
  const graph = new Graph<GraphLabel>({ multigraph: true, directed: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 36, edgesep: 18, ranksep: 34 })
  for (const [path, { size }] of parts) graph.setNode(path, { ...size })
  const any = (path: string, name: string) => {
    const part = partOf(path, state.path)
    if (part === null) graph.setNode(name, { width: ANY.x, height: ANY.y })
    return part ?? name
  }
  const order = state.children.map(({ path }) => path)
  const set = own.map((arrow) => {
    const rows = rowsOf(arrow.lines)
    const words = { width: widest(rows.map(({ text }) => text)) + 10, height: rows.length * ROW + 4 }
    const [v, w] = [any(arrow.from, `*${arrow.to}`), any(arrow.to, `*${arrow.from}`)]
    const name = `${arrow.from}→${arrow.to}`
    // the states are in the order of the flow, so a transition to an earlier state points upwards on the chart
    const isBack = order.indexOf(v) > order.indexOf(w) && order.includes(w)
    const edge = isBack ? { v: w, w: v, name } : { v, w, name }
    graph.setEdge(edge, { ...words, labelpos: 'c' })
    return { arrow, rows, words, edge, isBack }
  })
  place(graph)
  const placed = set.map(({ arrow, rows, words, edge, isBack }): PlacedArrow => {
    const { points: way = [], x = 0, y = 0 } = graph.edge(edge)
    const label = { x: x - words.width / 2, y: y - words.height / 2, ...words }
    const points = edge.v === edge.w ? loop(graph.node(edge.v), label) : isBack ? way.toReversed() : way
    return { ...arrow, rows, points, label, isAny: arrow.from === state.path }
  })
  const within = [...parts].map(([path, part]) => {
    const { x = 0, y = 0 } = graph.node(path)
    return shift(part, { x: x - part.size.width / 2, y: y - part.size.height / 2 })
  })
  const { width = 0, height = 0 } = graph.graph() as GraphLabel
  return {
    size: { width, height },
    boxes: within.flatMap(({ boxes }) => boxes),
    arrows: [...placed, ...within.flatMap((part) => part.arrows)],
  }
}

function boxed(state: StateBox, depth: number, arrows: readonly Arrow[]): Part {
  const about = wrap(state.description, ABOUT_MOST)
  const runs = state.runs.map((name) => ({ text: `runs ${name}`, lineId: null }))
  const notes = [...runs, ...rowsOf(state.stays.map((line) => ({ ...line, text: `↻ ${line.text}` })))]
  const words = [...about, ...notes.map(({ text }) => text)]
  const head = TITLE + about.length * ABOUT + notes.length * ROW + PAD
  const inner = state.children.length > 0 ? inside(state, depth, arrows) : null
  const width = Math.max(widest(words), (state.key.length + 4) * 8.5, inner?.size.width ?? 0) + 2 * PAD
  const height = head + (inner ? inner.size.height + 2 * PAD : 0)
  const by = { x: (width - (inner?.size.width ?? 0)) / 2, y: head + PAD }
  const parts = inner ? shift(inner, by) : { boxes: [], arrows: [] }
  const box = { x: 0, y: 0, width, height, state, depth, about, notes }
  return { size: { width, height }, boxes: [box, ...parts.boxes], arrows: parts.arrows }
}

const between = (at: number, from: number, to: number) => Math.min(Math.max(at, from), to)
/** Returns the point of a box that is nearest to the given point. */
const onto = ({ x, y }: Point, box: Rect): Point => ({
  x: between(x, box.x, box.x + box.width),
  y: between(y, box.y, box.y + box.height),
})

/** Extends an arrow, which was placed between the outermost boxes, to its actual source and target states. */
function reach(arrow: PlacedArrow, boxes: ReadonlyMap<string, PlacedBox>): PlacedArrow {
  const [from, to] = [boxes.get(arrow.from), boxes.get(arrow.to)]
  const [first, last] = [arrow.points.at(0), arrow.points.at(-1)]
  if (!from || !to || !first || !last) return arrow
  const start = arrow.isAny ? first : onto(first, from)
  const end = isIn(arrow.from, arrow.to) && arrow.from !== arrow.to ? last : onto(last, to)
  const near = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y) < 3
  const points = [...(near(start, first) ? [] : [start]), ...arrow.points, ...(near(end, last) ? [] : [end])]
  return { ...arrow, points }
}

/** Lays out a chart from the inside out: first each state's contents, then the state as one box among its siblings. */
export function draw({ root, arrows }: Chart): Drawing {
  const part = boxed(root, 0, arrows)
  const boxes = new Map(part.boxes.map((box) => [box.state.path, box]))
  return { ...part.size, boxes: part.boxes, arrows: part.arrows.map((arrow) => reach(arrow, boxes)) }
}

/** Returns the SVG path of a line through the points, with rounded corners. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const turns = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? point
    const middle = at === rest.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${point.x},${point.y} ${middle.x},${middle.y}`
  })
  const last = rest.length === 1 ? rest[0] : undefined
  return `M${first.x},${first.y}${turns.join('')}${last ? `L${last.x},${last.y}` : ''}`
}
