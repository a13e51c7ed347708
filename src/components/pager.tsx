import { pagesAround } from '#contract/statement.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { Icon } from './icon.tsx'
import css from './pager.module.css'

type Props = { page: number; last: number; onChoose: (page: number) => void }

/** Buttons for the pages around the current one. Renders nothing if there is only one page. Source: R519. */
export function Pager({ page, last, onChoose }: Props) {
  const { t } = useTexts()
  if (last <= 1) return null
  return (
    <nav className={css.pager} aria-label={t('pager.label')}>
      <button type="button" aria-label={t('pager.previous')} disabled={page === 1} onClick={() => onChoose(page - 1)}>
        <Icon name="chevron-left" size="s" />
      </button>
      {pagesAround(page, last).map((each) => (
        <button
          key={each}
          type="button"
          aria-label={t('pager.page', { n: each })}
          aria-current={each === page ? 'page' : undefined}
          onClick={() => onChoose(each)}
        >
          {each}
        </button>
      ))}
      <button type="button" aria-label={t('pager.next')} disabled={page >= last} onClick={() => onChoose(page + 1)}>
        <Icon name="chevron-right" size="s" />
      </button>
    </nav>
  )
}
