import { Box, Row } from '#src/ui/box.tsx'
import type { Pair } from '#contract/market/market.ts'
import { Button } from '#src/ui/button.tsx'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { StarredRow } from './market-row.tsx'
import { ranked } from './ranking.ts'
import styles from './search-page.module.css'

const mostShown = 4

type Props = {
  readonly pairs: readonly Pair[] | null
  readonly isStale: boolean
  readonly searches: readonly string[]
  readonly onClear: () => void
  readonly onPick: (text: string) => void
}

/**
 * What stands on the page before anything is typed, and below a search that found nothing: the last searches, the top
 * movers and the most traded pairs.
 */
export function Suggested({ pairs, isStale, searches, onClear, onPick }: Props) {
  const { t } = useTranslation('home')
  const { movers, most } = useMemo(() => suggestedOf(pairs ?? []), [pairs])
  return (
    <>
      {searches.length > 0 && (
        <section>
          <Row align="baseline" justify="between">
            <Box as="h2" tone={2} weight="medium" className={styles.title}>
              {t('results.recent')}
            </Box>
            <Button kind="quiet" size="s" onClick={onClear}>
              {t('results.clear')}
            </Button>
          </Row>
          <Row as="ul" gap={2} align="stretch" wraps className={styles.chips}>
            {searches.map((each) => (
              <li key={each}>
                <button type="button" onClick={() => onPick(each)}>
                  {each}
                </button>
              </li>
            ))}
          </Row>
        </section>
      )}
      {(
        [
          [t('movers'), movers],
          [t('results.most'), most],
        ] as const
      ).map(
        ([title, rows]) =>
          rows.length > 0 && (
            <section key={title}>
              <Box as="h2" tone={2} weight="medium" className={styles.title}>
                {title}
              </Box>
              <ul className={styles.rows}>
                {rows.map((pair) => (
                  <li key={pair.id}>
                    <StarredRow pair={pair} isStale={isStale} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <p className={styles.hint}>{t('results.hint')}</p>
    </>
  )
}

/** No pair stands twice on the page. */
const suggestedOf = (pairs: readonly Pair[]) => {
  const movers = ranked(pairs, 'movers').slice(0, mostShown)
  return {
    movers,
    most: ranked(pairs, 'turnover')
      .filter((pair) => !movers.includes(pair))
      .slice(0, mostShown),
  }
}
