import { html } from 'hono/html'
import type { Currency, Satang } from '#contract/money.ts'
import type { games } from '#server/core/schema/games.ts'
import { head } from './head.ts'
import { sayAmount } from './say-amount.ts'

/** The data that a game page shows. */
export type Game = Pick<typeof games.$inferSelect, 'code' | 'name' | 'background'>

/** Returns the path of a simulated game. */
export const placeOf = (gameCode: string) => `/sandbox/game/${encodeURIComponent(gameCode)}`

const page = ({ name, background }: Game, said: string | null, content: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
  ${head(`${name} · sandbox`)}
  <body>
    <main>
      <h1>${name}</h1>
      <img class="art" src="${background}" alt="" width="240" height="320">
      <p>No real game is played here: this page simulates its provider. <a href="/">Back to krapao</a></p>
      ${said === null ? '' : html`<p role="alert" class="alert">${said}</p>`}
      ${content}
    </main>
  </body>
</html>`

/** The page on which a player signs in to a game. */
export const loginPage = (game: Game, said: string | null) =>
  page(
    game,
    said,
    html`<section>
        <h2>Log in</h2>
        <form method="post" action="${placeOf(game.code)}/login" class="line">
          <label>Username <input name="username" required autocomplete="off" autocapitalize="none"></label>
          <label>Password <input name="password" type="password" required autocomplete="off"></label>
          <button>Log in</button>
        </form>
      </section>`,
  )

/** The game page of a signed-in player: the balance, and two buttons to win or lose. */
export const playPage = (
  game: Game,
  { username, balance, currency }: { username: string; balance: Satang; currency: Currency | null },
  said: string | null,
) =>
  page(
    game,
    said,
    html`<section>
        <p>Signed in as <strong>${username}</strong></p>
        <p>In the game: <strong>${sayAmount(balance, currency)}</strong></p>
        <form method="post" action="${placeOf(game.code)}/play" class="line">
          <label>Amount <input name="amount" type="number" min="0.01" step="0.01" required value="100"></label>
          <button name="outcome" value="win">Win</button>
          <button name="outcome" value="lose" class="quiet">Lose</button>
        </form>
      </section>`,
  )
