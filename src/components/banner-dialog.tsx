import type { Banners as All } from '#contract/banner.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { Banners } from './banners.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { title: string; banners: All; onClose: () => void }

/** Shows the operator's banners before another dialog, which opens when the player closes them. Source: R99, R103. */
export function BannerDialog({ title, banners, onClose }: Props) {
  const { t } = useTexts()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button tone="metal" wide onClick={onClose}>
          {t('banner.close')}
        </Button>
      }
    >
      <Banners banners={banners} label={title} />
    </Dialog>
  )
}
