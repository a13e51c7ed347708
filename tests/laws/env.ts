import { registerHooks } from 'node:module'

/*
 * `node --import ./tests/laws/env.ts`: lets Node import the modules of `src/`, in which Vite would replace
 * `import.meta.env`. The checker runs with the default settings of a build.
 */
registerHooks({
  load(url, context, next) {
    const module = next(url, context)
    if (!url.includes('/src/') || !module.source) return module
    return { ...module, source: module.source.toString().replaceAll('import.meta.env', '({})') }
  },
})
