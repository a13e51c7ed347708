import { QR_PROVIDERS } from '#contract/qr.ts'
import th from '#locales/th.json' with { type: 'json' }

const { bank, qr, gift } = th.deposit
/** The tabs above a part of the deposit dialog, which the model does not include. */
export const TABS = new RegExp(`^(${[bank, qr, gift, ...QR_PROVIDERS].join('|')})( \\(chosen\\))?$`)
