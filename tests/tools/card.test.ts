import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const filesOf = (...globs: string[]) => globSync(globs, { cwd: root }).sort()
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const stemOf = (file: string) => basename(file).replace(/\.(machine|model)\.ts$/, '')

/**
 * Views that keep state outside a machine: either the state of a single control, which no flow reads, or the state of
 * the page itself.
 */
const CONTROLS: Record<string, string> = {
  'src/components/banners.tsx': 'the banner in sight',
  'src/components/dialog-stack.ts': 'the topmost dialog of the document',
  'src/components/hydrated.tsx': 'whether the page answers yet',
  'src/components/password-field.tsx': 'whether the password is readable',
  'src/features/chat/chat-messages.tsx': 'the first message of the last render, to keep the scroll position',
  'src/features/chat/chat-picture.tsx': 'whether the browser could load the picture',
  'src/features/chat/said-at.tsx': 'the minute, for how long ago a message was written',
  'src/features/chat/use-following.ts': 'whether the list is scrolled to its end',
  'src/features/deposit/slip-file.tsx': 'the object URL of the preview',
  'src/features/game/credentials.tsx': 'whether the password is readable',
  'src/routes/user.tsx': 'whether the member is reminded of the time, as the newest reply says',
}

describe('the machines', () => {
  it('own all state except that of individual controls and of the page itself (R555)', () => {
    const keepers = filesOf('src/{components,door,features,routes}/**/*.{ts,tsx}').filter((file) =>
      /\buse(State|Reducer|SyncExternalStore)\b/.test(read(file)),
    )
    expect(keepers).toEqual(Object.keys(CONTROLS))
  })

  it('each have a model from which paths are generated (R556)', () => {
    const models = filesOf('tests/flows/*/*.model.ts').map(stemOf)
    const missing = filesOf('machines/*.machine.ts')
      .map(stemOf)
      .filter((stem) => !models.includes(stem))
    expect(missing).toEqual([])
  })
})

describe('the routes', () => {
  const routes = filesOf('src/routes/**/*.{ts,tsx}')
  const imports = (file: string) =>
    [...read(file).matchAll(/from '([^']+)'|import\('([^']+)'\)/g)].map(([, a, b]) => a ?? b ?? '')
  /**
   * The modules that routes may import. From `machines` and `contract` they need types, and the names allowed in a URL.
   */
  const ALLOWED =
    /^(\.|#src\/(actors|components|features|inspect|lib)\/|#contract\/|#machines\/|@tanstack\/react-router$|@xstate\/react$|react$|valibot$|xstate$)/

  it.each(routes)('use no network, storage or other browser API: %s (R557)', (file) => {
    expect(imports(file).filter((name) => !ALLOWED.test(name))).toEqual([])
    expect(read(file)).not.toMatch(
      /\b(fetch|request|setTimeout|setInterval|localStorage|sessionStorage|indexedDB|useEffect|useLayoutEffect|useReducer)\b\s*[.(]/,
    )
  })

  it('do not declare machines (R557)', () => {
    expect(routes.filter((file) => /\b(setup|createMachine)\(/.test(read(file)))).toEqual([])
  })
})

describe('the inspector', () => {
  const START = /\b(useActorRef|createActor)\(/g
  /** Returns the arguments of a call, from its opening to its closing bracket. */
  function argumentsAt(source: string, start: number) {
    let depth = 0
    for (let at = start; at < source.length; at++) {
      if (source[at] === '(') depth++
      if (source[at] === ')' && --depth === 0) return source.slice(start, at)
    }
    return ''
  }

  it('has a name for every actor that the product starts (R558)', () => {
    const starts = filesOf('src/{actors,components,door,features,routes}/**/*.{ts,tsx}').flatMap((file) => {
      const source = read(file)
      return [...source.matchAll(START)].map(
        ({ index }) => `${file}: ${argumentsAt(source, source.indexOf('(', index))}`,
      )
    })
    expect(starts.length).toBeGreaterThan(15)
    expect(starts.filter((start) => !start.includes('named('))).toEqual([])
  })
})
