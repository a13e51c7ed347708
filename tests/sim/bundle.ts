import { relative, resolve } from 'node:path'
import { compileFunction } from 'node:vm'
import { build, type Rolldown } from 'vite'

/** An edit of the product's source: `put` replaces `find`, which must occur exactly once in `file`. */
export type Edit = { file: string; find: string; put: string }

/** Modules for texts and for sanitising markup. They need a screen, so stubs replace them. */
const UNSEEN = /(i18n|purify)\.ts$|^#locales/
const unseen = {
  allTexts: async () => {},
  nowSpoken: () => ({ t: (key: string) => key }),
  withPurify: <T>(reply: Promise<T>) => reply,
  default: {},
}
/** A module that depends on its own path, so it cannot be bundled. */
const ROOT = /core\/root\.ts$/

/** Imports a module in the form that a bundle expects from `require`. */
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
 * Bundles `entry` and everything that it imports from the top-level folders `own` (such as `src`). Returns a function
 * that runs the bundle.
 *
 * Each run has its own instances of these modules, which receive the values of `globals` by name. All runs share the
 * modules of other folders and the packages, which keep no state between calls. `packages` replaces some packages for
 * one run. `edits` are applied to the source first, and the folders of the edited files are bundled too.
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
    // a QA build, so that the inspector can watch the actors of its pages
    define: { 'import.meta.env.VITE_INSPECT': '"1"' },
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
  // loaded before the run, because loading takes real time
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
