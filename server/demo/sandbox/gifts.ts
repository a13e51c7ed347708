import { html } from 'hono/html'
import { satang } from '#contract/money.ts'
import { parseAmount } from '#contract/typed.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { World } from '#server/core/world.ts'

/** The amount of a gift whose link contains no amount, in satang. */
const USUAL = satang(5_000)

/** Redeems a simulated gift. The link determines the amount. */
export const redeemGift: World['redeemGift'] = async ({ link, least }) => {
  const gift = new URL(link).searchParams.get('v') ?? ''
  const [, baht = ''] = /-(\d+(?:\.\d{1,2})?)$/.exec(gift) ?? []
  const amount = parseAmount(baht) ?? USUAL
  if (gift.startsWith('used') || amount < least) throw new ApiError('TRUELINK_INVALID')
  return amount
}

/** The section that explains the format of simulated gift links. */
export const giftSection = html`<section>
  <h2>Gift links</h2>
  <p><code>https://gift.truemoney.com/campaign/?v=demo-100</code> is worth 100, once. Another word in front makes
    another gift, a link without an amount is worth 50, and one that starts with <code>used</code> was used before.</p>
</section>`
