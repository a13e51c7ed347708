import { prerender } from 'react-dom/static'
import { createActor } from 'xstate'
import { htmlLang, LANGUAGES } from '#contract/language.ts'
import { sessionMachine } from '#machines/session.machine.ts'
import { named } from '#src/inspect/inspector.ts'
import { speak } from '#src/lib/i18n.ts'
import { DEFAULT_LANGUAGE } from '#src/lib/language.ts'
import { textFiles } from '#src/lib/text-files.ts'
import { page as contact } from './contact.tsx'
import { Door } from './door.tsx'
import { DOOR_PAGES, type DoorPage } from './pages.ts'

export { DEFAULT_LANGUAGE }

/** Renders each page in each language. Returns the HTML of each page's head and body, and the texts that it uses. */
export async function renderDoors() {
  const pages: Record<string, DoorPage> = { contact }
  for (const [name, load] of Object.entries(DOOR_PAGES)) pages[name] = (await load()).page
  const rendered = []
  for (const language of LANGUAGES)
    for (const [name, { Page, areas }] of Object.entries(pages)) {
      const { default: start } = await textFiles[language].start()
      const { default: rest } = await textFiles[language].rest()
      const texts = { ...Object.fromEntries(Object.entries(rest).filter(([area]) => areas.includes(area))), ...start }
      speak(language, texts)
      const session = createActor(sessionMachine, { ...named('session'), input: { hasToken: false, syncedAt: null } })
      const { prelude } = await prerender(
        <Door at={`/${name}`} Page={Page} session={session} search="" leave={() => {}} onReady={() => {}} />,
      )
      const html = await new Response(prelude).text()
      const head = /^(<link[^>]*>|<title>.*?<\/title>)*/.exec(html)?.[0] ?? ''
      rendered.push({ name, lang: htmlLang[language], language, texts, head, body: html.slice(head.length) })
    }
  return rendered
}
