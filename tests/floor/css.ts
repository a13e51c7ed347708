import type { Identifier } from '@mdn/browser-compat-data'
import postcss, { type AtRule, type ChildNode, type Container, type Declaration } from 'postcss'
import { type Found, featureAt, type Newer, newerAt } from './support.ts'

/** Compatibility data paths below `css.types`, keyed by their last segment, such as `color-mix` or `linear`. */
const typePaths = new Map<string, string[][]>()
function addTypes(part: Identifier, path: string[]) {
  for (const name of Object.keys(part)) {
    if (name === '__compat') continue
    const inner = [...path, name]
    typePaths.set(name, [...(typePaths.get(name) ?? []), inner])
    addTypes((part as Record<string, Identifier>)[name] ?? {}, inner)
  }
}
addTypes(featureAt(['css', 'types']) ?? {}, ['css', 'types'])

const LENGTHS = ['css', 'types', 'length']
const UNITS: Record<string, string> = {
  d: 'viewport_percentage_units_dynamic',
  l: 'viewport_percentage_units_large',
  s: 'viewport_percentage_units_small',
  c: 'container_query_length_units',
}

/** Returns the functions, color spaces and units in a value that are newer than the floor. */
function inValue(value: string): Newer[] {
  const bare = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  const functions = [...bare.matchAll(/([a-z][\w-]*)\(\s*(from\b)?/g)].flatMap(([, name = '', from]) => {
    const newer = (typePaths.get(name) ?? []).map((path) => newerAt(path))
    const isKnown = newer.length > 0 && newer.every((each) => each !== null)
    return [isKnown ? newer[0] : null, from ? newerAt(['css', 'types', 'color', name, 'relative_syntax']) : null]
  })
  const units = [...bare.matchAll(/\d(?:([dls])v(?:[hwib]|min|max)|(c)q(?:[hwib]|min|max)|(cap|lh|rlh|ic))\b/g)].map(
    ([, viewport, container, other]) => newerAt([...LENGTHS, UNITS[viewport ?? container ?? ''] ?? other ?? '']),
  )
  const spaces = [...bare.matchAll(/(\w+-gradient)\([^,]*\bin (?:ok)?(?:lab|lch|srgb|hsl)/g)].map(([, name = '']) =>
    newerAt(['css', 'types', 'gradient', name, 'interpolation_color_space']),
  )
  return [...functions, ...units, ...spaces].filter((each) => each != null)
}

function inDeclaration({ prop, value }: { prop: string; value: string }): Newer[] {
  if (/^-/.test(prop)) return prop.startsWith('--') ? inValue(value) : []
  const property = ['css', 'properties', prop]
  const words = value.replace(/"[^"]*"|'[^']*'/g, '').match(/(?<![\w-])[a-z][\w-]*(?![\w(-])/g) ?? []
  const named = [property, ...words.map((word) => [...property, word])].map((path) => newerAt(path))
  return [...named.filter((each) => each !== null), ...inValue(value)]
}

const inSelector = (selector: string): Newer[] =>
  [...selector.replace(/"[^"]*"/g, '').matchAll(/::?([a-z][\w-]*)|&/g)]
    .map(([, name = 'nesting']) => newerAt(['css', 'selectors', name]))
    .filter((each) => each !== null)

function inAtRule({ name, params }: AtRule): Newer[] {
  const rule = ['css', 'at-rules', name.replace(/^-\w+-/, '')]
  const features = [...params.matchAll(/\(\s*([a-z][\w-]*)\s*(?=[:)])/g)].map(([, feature = '']) => [...rule, feature])
  const range = /\(\s*[\w-]+\s*[<>]/.test(params) && name === 'media' ? [[...rule, 'range_syntax']] : []
  return [rule, ...(name === 'media' ? features : []), ...range]
    .map((path) => newerAt(path))
    .filter((each) => each !== null)
}

/** Returns true if an `@supports` rule tests for a feature that the floor lacks, so its content needs no check. */
const isGuard = ({ name, params }: AtRule) =>
  name === 'supports' &&
  !params.startsWith('not') &&
  (inSelector(/selector\((.*)\)/.exec(params)?.[1] ?? '').length > 0 ||
    [...params.matchAll(/\(([\w-]+):\s*((?:[^()]|\([^()]*\))+)\)/g)].some(
      ([, prop = '', value = '']) => inDeclaration({ prop, value }).length > 0,
    ))

/**
 * Returns true if an earlier declaration in the rule sets the same property, with or without a vendor prefix, to a
 * value that the floor supports.
 */
function hasFallback(declaration: Declaration): boolean {
  const { prop } = declaration
  for (let other = declaration.prev(); other; other = other.prev()) {
    if (other.type !== 'decl') continue
    if (other.prop.replace(/^-(webkit|moz)-/, '') !== prop) continue
    if (inDeclaration(other).length === 0) return true
  }
  return false
}

/**
 * Returns the features in a style sheet that are newer than the floor (the oldest supported browsers) and have no
 * fallback.
 */
export function newerInCss(css: string): Found[] {
  const found: Found[] = []
  const add = (node: ChildNode, newer: readonly Newer[]) =>
    found.push(...newer.map((each) => ({ ...each, where: node.toString().slice(0, 100) })))
  const visit = (container: Container) =>
    container.each((node) => {
      if (node.type === 'comment') return
      if (node.type === 'decl') {
        if (!hasFallback(node)) add(node, inDeclaration(node))
        return
      }
      const nesting = container.type === 'rule' ? newerAt(['css', 'selectors', 'nesting']) : null
      if (nesting) add(node, [nesting])
      if (node.type === 'rule') {
        add(node, inSelector(node.selector))
        visit(node)
        return
      }
      add(node, inAtRule(node))
      if (node.nodes && !isGuard(node)) visit(node as Container)
    })
  visit(postcss.parse(css))
  return found
}
