import { Box } from '#src/ui/box.tsx'
import type { CaseStatus, DeskCase } from '#contract/desk/desk-cases.ts'
import { deskPaths } from '#src/lib/paths/desk.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { Link } from '#src/parts/link.tsx'
import { Badge, type BadgeTone } from '#src/ui/badge.tsx'
import { useTranslation } from 'react-i18next'
import { useCaseTitle } from './changes.tsx'
import styles from './desk.module.css'
import { useShown } from './use-shown.ts'

const tones: Partial<Record<CaseStatus, BadgeTone>> = { open: 'warning', passed: 'accent', rejected: 'danger' }
export const toneOf = (status: CaseStatus) => tones[status] ?? 'quiet'

/** Cases of one person; each opens in its queue. */
export function PastCases({ title, cases }: { readonly title: string; readonly cases: readonly DeskCase[] }) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const titleOf = useCaseTitle()
  if (cases.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <Box as="ul" isRuled>
        {cases.map((each) => (
          <li key={each.id}>
            <Link to={withQuery(deskPaths.desk, { tab: each.kind, case: each.id })} className={styles.pastRow}>
              <span>{t(`tabs.${each.kind}`)}</span>
              <b>{each.amount !== null && each.coin !== null ? shown.money(each.amount, each.coin) : titleOf(each)}</b>
              <Badge tone={toneOf(each.status)}>{t(`status.${each.status}`)}</Badge>
              <time>{shown.time(each.opened_ms)}</time>
            </Link>
          </li>
        ))}
      </Box>
    </section>
  )
}
