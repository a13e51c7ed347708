import { html } from 'hono/html'
import * as v from 'valibot'

const trouble = <C extends string>(...codes: C[]) => v.optional(v.picklist(['works', ...codes]), 'works')

/**
 * The state of each function of the game providers: either `works`, or the code with which the function fails.
 * Source: R472–R480.
 */
export const Troubles = v.object({
  opening: trouble('SLOT_ACTIVATE_FAIL', 'GAME_ACTIVATION_FAIL'),
  reset: trouble('SLOT_RESET_PASSWORD_FAIL'),
  areaslot: trouble('NOT_AREASLOT'),
  ufabet: trouble('NOT_UFABET'),
})
export type Troubles = v.InferOutput<typeof Troubles>

const LABELS: Record<keyof Troubles, string> = {
  opening: 'Opening an account',
  reset: 'Another password',
  areaslot: 'Finding a player in AreaSlot',
  ufabet: 'Finding a player in UFABET',
}

const choice = (kind: keyof Troubles, now: string) => html`<label>${LABELS[kind]}
  <select name="${kind}">
    ${Troubles.entries[kind].wrapped.options.map((word) => html`<option${word === now ? ' selected' : ''}>${word}</option>`)}
  </select>
</label>`

/** The form that makes individual functions of the game providers fail. */
export const troubleForm = (now: Troubles) => html`<form method="post" action="/sandbox/troubles" class="line">
  ${Object.entries(now).map(([kind, word]) => choice(kind as keyof Troubles, word))}
  <button class="quiet" aria-label="Set: games">Set</button>
</form>`
