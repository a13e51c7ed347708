import { QR_PROVIDERS } from '#contract/qr.ts'
import th from '#locales/th.json' with { type: 'json' }

const { bank, qr, gift, limits } = th.deposit
/**
 * Matches the link and the tabs at the top of the deposit dialog. The models of the dialog's tabs do not include them.
 */
export const TABS = new RegExp(`^(${[limits, bank, qr, gift, ...QR_PROVIDERS].join('|')})( \\(chosen\\))?$`)
