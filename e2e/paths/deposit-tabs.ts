import { QR_PROVIDERS } from '#contract/qr.ts'
import th from '#locales/th.json' with { type: 'json' }

const { bank, qr, gift } = th.deposit
/** The rows of tabs over a part of the deposit dialog, which a model knows nothing of. */
export const TABS = new RegExp(`^(${[bank, qr, gift, ...QR_PROVIDERS].join('|')})( \\(chosen\\))?$`)
