import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type en from '#locales/en.json'
import type { floorMachine } from './machine.ts'

export type FloorTexts = Pick<typeof en, 'login' | 'nav' | 'page'>
type Props = { actor: ActorRefFrom<typeof floorMachine>; texts: FloorTexts; onReady?: () => void }

/** A login page with only the product's logo and texts. */
export function FloorPage({ actor, texts: { login, nav, page }, onReady }: Props) {
  const isSending = useSelector(actor, (s) => s.matches('sending'))
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  useEffect(() => onReady?.(), [onReady])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [username, password] = [String(form.get('username')), String(form.get('password'))]
    actor.send({ type: 'login.submit', username, password })
  }
  return (
    <>
      <header>
        <img src="/assets/logo.svg" alt="" width="184" height="52" />
        <p>{login.claim}</p>
      </header>
      <main>
        <form method="post" onSubmit={submit} onInput={() => actor.send({ type: 'login.type' })}>
          <h1>{login.welcome}</h1>
          <p>{login.lead}</p>
          <label>
            {login.phone}
            <input name="username" type="tel" autoComplete="username" required aria-invalid={isWrong} />
          </label>
          <label>
            {login.password}
            <input name="password" type="password" autoComplete="current-password" required aria-invalid={isWrong} />
          </label>
          <button type="submit" aria-busy={isSending}>
            {login.submit}
          </button>
          <p>
            {login.noAccount} <a href="/register">{login.register}</a>
          </p>
        </form>
      </main>
      <nav>
        <a href="/login">{nav.home}</a>
        <a href="/register">{page.register}</a>
        <a href="/howto">{page.howto}</a>
        <a href="/contact">{page.contact}</a>
      </nav>
    </>
  )
}
