import { prerender } from 'react-dom/static'
import { createActor } from 'xstate'
import { htmlLang, type Language } from '#contract/language.ts'
import { sessionMachine } from '#machines/session.machine.ts'
import { named } from '#src/inspect/inspector.ts'
import { DEFAULT_LANGUAGE } from '#src/lib/language.ts'
import { textFiles } from '#src/lib/text-files.ts'
import { Door } from './door.tsx'
import { speak } from './texts.ts'

export { DEFAULT_LANGUAGE }

/** The login page of a language as HTML: what belongs into `<head>`, and the page itself, with the texts it is made of. */
export async function renderDoor(language: Language) {
  const { default: texts } = await textFiles[language].start()
  speak(language, texts)
  const session = createActor(sessionMachine, { ...named('session'), input: { hasToken: false, syncedAt: null } })
  const { prelude } = await prerender(<Door session={session} leave={() => {}} />)
  const html = await new Response(prelude).text()
  const head = /^(<link[^>]*>|<title>.*?<\/title>)*/.exec(html)?.[0] ?? ''
  return { lang: htmlLang[language], language, texts, head, body: html.slice(head.length) }
}
