import { useTranslation } from 'react-i18next'
import { SPIN_CODES } from '#contract/codes.ts'
import type { Failure } from '#contract/failure.ts'
import { RefusedAlert } from '#src/components/refused-alert.tsx'

/** Shows why a spin or a claim was refused, with the wheel's own text if it has one for the code. Source: R415–R416. */
export function SpinRefused({ failure, onClose }: { failure: Failure; onClose: () => void }) {
  const { t } = useTranslation()
  const code = SPIN_CODES.find((each) => each === failure.code)
  return <RefusedAlert failure={failure} text={code && t(`spin.error.${code}`)} onClose={onClose} />
}
