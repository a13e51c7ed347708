import { html } from 'hono/html'
import type { games } from '#server/core/schema/games.ts'
import type { members } from '#server/core/schema/members.ts'
import { DEMO } from '../seed.ts'
import { toggle } from './toggle.ts'

type Shown = {
  members: readonly Pick<typeof members.$inferSelect, 'username' | 'name'>[]
  games: readonly Pick<typeof games.$inferSelect, 'code' | 'name'>[]
  codes: readonly string[]
  prizes: readonly { code: string; label: string; isOn: boolean }[]
}

const who = (label: string) => html`<label>${label}
  <input name="username" list="members" inputmode="numeric" autocomplete="off" required value="${DEMO.member.username}">
</label>`
const outcomes = (win: string, lose: string) => html`<button name="outcome" value="lose">${lose}</button>
  <button name="outcome" value="win" class="quiet">${win}</button>`
const sum = (value: number) => html`<label>Amount
  <input name="amount" inputmode="decimal" autocomplete="off" required value="${value}">
</label>`

/** The rewards section of the sandbox page. */
export const rewardPart = ({ members, games, codes, prizes }: Shown) => html`<section>
  <h2>Rewards</h2>
  <p>A stake counts for the turnover of a bonus, for the refund of losses and for the inviter's share. A lost stake leaves
    the game, a won one is added to it. An invited friend registers, deposits the amount and plays it in Moonreel.</p>
  <datalist id="members">
    ${members.map(({ username, name }) => html`<option value="${username}">${name}</option>`)}
  </datalist>
  <form method="post" action="/sandbox/reward/coins" class="line">
    ${who('Coins for')}
    <label>Coins <input name="coins" inputmode="numeric" autocomplete="off" required value="3"></label>
    <button>Give coins</button>
  </form>
  <form method="post" action="/sandbox/reward/play" class="line">
    ${who('Stake of')}
    <label>Game <select name="game">${games.map(({ code, name }) => html`<option value="${code}">${name}</option>`)}</select></label>
    ${sum(100)}
    ${outcomes('Win the stake', 'Lose the stake')}
  </form>
  <form method="post" action="/sandbox/reward/friend" class="line">
    ${who('Friend invited by')}
    ${sum(500)}
    ${outcomes('Friend wins', 'Friend loses')}
  </form>
  <form method="post" action="/sandbox/reward/promotion" class="line">
    <label>New promotion code <input name="code" autocapitalize="characters" autocomplete="off" maxlength="64" required></label>
    ${sum(100)}
    <label>Lost stakes count, % <input name="percentFail" inputmode="numeric" autocomplete="off" required value="20"></label>
    <button>Add code</button>
  </form>
  <p>Promotion codes: ${codes.map((code) => html`<code>${code}</code> `)}</p>
  <ul>
    ${prizes.map(({ code, label, isOn }) => toggle('/sandbox/reward/prize', code, `Prize: ${label}`, isOn))}
  </ul>
</section>`
