import { parseSync } from 'vite'
import { type Found, featureAt, type Newer, newerAt } from './support.ts'

type Node = { type: string; [key: string]: unknown }

const APIS = featureAt(['api']) ?? {}
const BUILTINS = featureAt(['javascript', 'builtins']) ?? {}

/**
 * The paths of all interface members, by member name. For example, `with` has one path for arrays and one for typed
 * arrays.
 */
const memberPaths = new Map<string, string[][]>()
const addMember = (name: string, path: string[]) => memberPaths.set(name, [...(memberPaths.get(name) ?? []), path])
for (const [root, interfaces] of [
  [['api'], APIS],
  [['javascript', 'builtins'], BUILTINS],
] as const)
  for (const [name, members] of Object.entries(interfaces))
    for (const member of Object.keys(members)) {
      if (member === '__compat' || member === name || member.endsWith('_event')) continue
      // skips classes newer than the floor: without the class, there are no objects that could lack the member
      if (newerAt([...root, name])) continue
      addMember(member.replace(/_static$/, ''), [...root, name, member])
    }

// a global can be read as a member too: `const { trustedTypes } = globalThis`
for (const name of Object.keys(APIS)) if (/^[a-z]/.test(name)) addMember(name, ['api', name])

/** Interfaces of the globals that are objects rather than classes. */
const INTERFACES: Record<string, string> = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  localStorage: 'Storage',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  sessionStorage: 'Storage',
}
const WINDOWS = ['window', 'self', 'globalThis']

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

function* allNodes(node: Node): Generator<Node> {
  yield node
  for (const child of childrenOf(node)) yield* allNodes(child)
}

/** Adds the names bound by a pattern. */
function addBound(pattern: unknown, names: Set<string>) {
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier') names.add(String(pattern.name))
  else if (pattern.type === 'AssignmentPattern') addBound(pattern.left, names)
  else if (pattern.type === 'Property') addBound(pattern.value, names)
  else if (/^(ArrayPattern|ObjectPattern|RestElement)$/.test(pattern.type))
    for (const child of childrenOf(pattern)) addBound(child, names)
}

/** Returns the names that are bound anywhere in a file. The file's uses of these names do not count as globals. */
function boundIn(nodes: readonly Node[]): Set<string> {
  const names = new Set<string>()
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator' || /^(Class|Function)/.test(node.type)) addBound(node.id, names)
    if (/Function/.test(node.type)) for (const param of [node.params].flat()) addBound(param, names)
    if (/^Import.*Specifier$/.test(node.type)) addBound(node.local, names)
    if (node.type === 'CatchClause') addBound(node.param, names)
  }
  return names
}

/** Returns the name of a property, if the code contains it literally. */
function nameOf({ computed, key, property }: Node): string | undefined {
  const name = key ?? property
  if (!isNode(name)) return undefined
  if (!computed && name.type === 'Identifier') return String(name.name)
  return typeof name.value === 'string' ? name.value : undefined
}

/**
 * Returns the newer feature with this member name. Returns null if the floor supports at least one member of that name,
 * because the code does not show whose member is meant.
 */
function newerMember(name: string): Newer | null {
  const all = (memberPaths.get(name) ?? []).map((path) => newerAt(path))
  return all.length > 0 && all.every((each) => each !== null) ? (all[0] ?? null) : null
}

function newerGlobal(name: string): Newer | null {
  return newerAt(['javascript', 'builtins', name]) ?? newerAt(['api', name]) ?? newerAt(['api', 'Window', name])
}

/**
 * Looks up a static member of a class, or a member of a global object such as `navigator`. Returns its feature if the
 * feature is newer than the floor, null if it is not, or undefined if the compatibility data lacks the member.
 */
function memberOf(global: string, name: string): Newer | null | undefined {
  const paths = [
    ['api', global, `${name}_static`],
    ['javascript', 'builtins', global, name],
    ['api', INTERFACES[global] ?? '', name],
  ]
  const path = paths.find((each) => featureAt(each)?.__compat)
  return path && newerAt(path)
}

/** Returns the node's syntax feature if it is newer than the floor and the build does not transpile it, else null. */
function newerSyntax(node: Node): Newer | null {
  const isRegExp = isNode(node.callee) && node.callee.name === 'RegExp' && Array.isArray(node.arguments)
  const { flags, pattern } = (node.regex ?? {}) as { flags?: string; pattern?: string }
  const [source, given] = isRegExp ? (node.arguments as Node[]).map(({ value }) => value) : [pattern, flags]
  if (typeof given === 'string' && given.includes('v'))
    return newerAt(['javascript', 'builtins', 'RegExp', 'unicodeSets'])
  if (typeof source === 'string' && /\(\?[ims]*-?[ims]+:/.test(source))
    return newerAt(['javascript', 'regular_expressions', 'modifier'])
  if (node.type === 'ImportDeclaration' && Array.isArray(node.attributes) && node.attributes.length > 0)
    return newerAt(['javascript', 'statements', 'import', 'import_attributes'])
  if (node.type === 'VariableDeclaration' && /using/.test(String(node.kind)))
    return newerAt(['javascript', 'statements', 'using'])
  return null
}

/** Returns the names of the properties and methods that a script itself defines. */
function ownNames(nodes: readonly Node[]): string[] {
  const patterns = new Set(nodes.filter(({ type }) => type === 'ObjectPattern').flatMap(childrenOf))
  return nodes.flatMap((node) => {
    const isOwn = /^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && !patterns.has(node)
    return (isOwn && nameOf(node)) || []
  })
}

/**
 * Returns the features in scripts that are newer than the floor: syntax, globals, members of globals, and members of
 * other objects. Members of other objects are matched by name only, so names that the scripts use for their own
 * properties are skipped.
 */
export function newerInJs(scripts: readonly string[]): Found[] {
  const parsed = scripts.map((code) => {
    const { program, errors } = parseSync('script.js', code, { sourceType: 'module' })
    if (errors[0]) throw new Error(`a script does not parse: ${errors[0].message}`)
    return { code, nodes: [...allNodes(program as unknown as Node)] }
  })
  const own = new Set(parsed.flatMap(({ nodes }) => ownNames(nodes)))
  const memberOfAny = (name: string) => (own.has(name) ? null : newerMember(name))
  return parsed.flatMap(({ code, nodes }) => newerIn(code, nodes, memberOfAny))
}

function newerIn(code: string, nodes: readonly Node[], memberOfAny: (name: string) => Newer | null): Found[] {
  const bound = boundIn(nodes)
  /** Returns the name of the global that a node refers to, directly or as a member of the window. */
  const globalOf = (node: unknown): string | undefined => {
    if (!isNode(node)) return undefined
    if (node.type === 'Identifier') return bound.has(String(node.name)) ? undefined : String(node.name)
    return node.type === 'MemberExpression' && WINDOWS.includes(globalOf(node.object) ?? '') ? nameOf(node) : undefined
  }
  /** Identifiers that do not refer to variables: property keys, imports and exports. */
  const labels = new Set<unknown>()
  const newerOf = (node: Node): (Newer | null)[] => {
    if (node.type === 'MemberExpression') {
      const name = nameOf(node)
      if (!node.computed) labels.add(node.property)
      const global = globalOf(node.object)
      if (name === undefined) return []
      if (global !== undefined && WINDOWS.includes(global)) return [newerGlobal(name)]
      const member = global === undefined ? undefined : memberOf(global, name)
      return [member === undefined ? memberOfAny(name) : member]
    }
    if (node.type === 'ObjectPattern')
      return childrenOf(node).map((property) => {
        const name = property.type === 'Property' ? nameOf(property) : undefined
        return name === undefined ? null : memberOfAny(name)
      })
    if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && !node.computed) labels.add(node.key)
    if (/^(Import|Export).*Specifier$/.test(node.type)) for (const child of childrenOf(node)) labels.add(child)
    const global = labels.has(node) ? undefined : globalOf(node)
    return [global === undefined ? newerSyntax(node) : newerGlobal(global)]
  }
  return nodes.flatMap((node) =>
    newerOf(node).flatMap((newer) => {
      const [start, end] = [Number(node.start), Number(node.end)]
      return newer ? [{ ...newer, where: code.slice(Math.max(0, start - 40), Math.min(end, start + 60) + 20) }] : []
    }),
  )
}
