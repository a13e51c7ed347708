import { QR_PROVIDERS } from '#contract/qr.ts'
import th from '#locales/th.json' with { type: 'json' }

const { bank, qr, gift, limits } = th.deposit
/** The link and the tabs above a part of the deposit dialog, which the model does not include. */
export const TABS = new RegExp(`^(${[limits, bank, qr, gift, ...QR_PROVIDERS].join('|')})( \\(chosen\\))?$`)
