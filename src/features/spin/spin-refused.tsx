import { SPIN_CODES } from '#contract/codes.ts'
import type { Failure } from '#contract/failure.ts'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { useTexts } from '#src/lib/i18n.ts'

/**
 * Shows why a spin or a claim was refused, with the wheel's own text for the error code if there is one.
 * Source: R415–R416.
 */
export function SpinRefused({ failure, onClose }: { failure: Failure; onClose: () => void }) {
  const { t } = useTexts()
  const code = SPIN_CODES.find((each) => each === failure.code)
  return <RefusedAlert failure={failure} text={code && t(`spin.error.${code}`)} onClose={onClose} />
}
