import { relative, resolve } from 'node:path'
import { compileFunction } from 'node:vm'
import { build, type Rolldown } from 'vite'

/** A change of the product's source: `find` occurs once in `file`. */
export type Edit = { file: string; find: string; put: string }

/** Texts and the cleaning of markup need a screen. */
const UNSEEN = /(i18n|purify)\.ts$|^#locales/
const unseen = {
  allTexts: async () => {},
  nowSpoken: () => ({ t: (key: string) => key }),
  withPurify: <T>(reply: Promise<T>) => reply,
  default: {},
}
/** Knows its own place, which a bundle does not. */
const ROOT = /core\/root\.ts$/

/** A module as a bundle expects it from `require`. */
async function required(name: string): Promise<unknown> {
  if (UNSEEN.test(name)) return unseen
  const module = await import(ROOT.test(name) ? '#server/core/root.ts' : name)
  if ('module.exports' in module) return module['module.exports']
  return Object.keys(module).every((key) => key === 'default') ? module.default : module
}

function edited(code: string, id: string, edits: readonly Edit[]): string {
  return edits
    .filter(({ file }) => resolve(file) === id)
    .reduce((source, { file, find, put }) => {
      if (source.split(find).length !== 2) throw new Error(`${file} does not contain this once: ${find}`)
      return source.replace(find, () => put)
    }, code)
}

/**
 * Bundles `entry` and what it imports from the rooms `own` (such as `src`), and returns a function that runs the
 * bundle. Each run has modules of its own, which get the values of `globals` by name. All runs share the other rooms
 * and the packages, which keep nothing between two calls; `packages` replaces some of them for one run. `edits` change the source first; their rooms must be `own`.
 */
export async function bundle<Exports>(
  entry: string,
  own: readonly string[],
  globals: readonly string[],
  edits: readonly Edit[],
): Promise<(values: Readonly<Record<string, unknown>>, packages?: Readonly<Record<string, unknown>>) => Exports> {
  const rooms = [...own, ...edits.map(({ file }) => file.split('/')[0])]
  const isOwn = (id: string) => /^[./\0]/.test(id) || id === entry || rooms.some((room) => id.startsWith(`#${room}/`))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'edits', enforce: 'pre', transform: (code, id) => edited(code, id, edits) }],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry, formats: ['cjs'], fileName: 'bundle' },
      rolldownOptions: {
        external: (id) => !isOwn(id) || UNSEEN.test(id) || ROOT.test(id),
        output: { codeSplitting: false },
        platform: 'node',
      },
    },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput]
  const [{ code, imports, dynamicImports, fileName, moduleIds }] = output
  for (const { file } of edits)
    if (own.includes(file.split('/')[0] ?? '') && !moduleIds.includes(resolve(file)))
      throw new Error(`${relative('.', entry)} does not contain ${file}`)
  const modules = new Map<string, unknown>()
  for (const name of imports) modules.set(name, await required(name))
  // loaded before the run, because the time that Node needs for it is not virtual
  const later = new Map<string, unknown>()
  for (const name of dynamicImports) if (name !== fileName) later.set(name, await import(name))
  const imported = async (name: string) => later.get(name)
  const run = compileFunction(
    code.replaceAll(/\bimport\(/g, 'imported('),
    ['require', 'exports', 'imported', ...globals],
    { filename: entry },
  )
  return (values, packages = {}) => {
    const exports = {}
    run(
      (name: string) => packages[name] ?? modules.get(name),
      exports,
      imported,
      ...globals.map((name) => values[name]),
    )
    return exports as Exports
  }
}
