import { Box, Row } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import {
  promotion,
  type Invited,
  type InvitedStatus,
  type Rebate,
  type RebateSpan,
} from '#contract/promotion/promotion.ts'
import { useServices } from '#src/actors/services.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SpanChoice } from './ranking.tsx'
import styles from './promotion.module.css'

const statuses = ['all', 'normal', 'locked'] as const satisfies readonly InvitedStatus[]
/** Who came by the caller's code, and by the codes of those, three levels deep. */
export function Invitations() {
  const { t } = useTranslation('promotion')
  const { request } = useServices()
  const [status, setStatus] = useState<InvitedStatus>('all')
  return (
    <>
      <Segmented
        label={t('statusOf')}
        size="s"
        value={status}
        onChange={setStatus}
        options={statuses.map((each) => ({ value: each, label: t(`statuses.${each}`) }))}
      />
      <Paged
        by={status}
        read={(asked) => request.read(promotion.invited, { status, ...asked })}
        keyOf={({ id }) => id}
        render={(row) => <InvitedRow row={row} />}
        empty={{ text: t(status === 'all' ? 'noInvited' : 'noneOfThese'), icon: 'user' }}
        rowHeight={56}
      />
    </>
  )
}
function InvitedRow({ row: { account, level, time } }: { readonly row: Invited }) {
  const { t } = useTranslation('promotion')
  const shown = useNumbers()
  return (
    <Row gap={3} justify="between" line="top" className={styles.row}>
      <span>
        <b>{account}</b>
        <small>{shown.time(time)}</small>
      </span>
      <span>{t('level', { level })}</span>
    </Row>
  )
}

/** The caller's shares of fees, newest first. */
export function Rebates() {
  const { t } = useTranslation('promotion')
  const { request } = useServices()
  const [span, setSpan] = useState<RebateSpan>('month')
  return (
    <>
      <SpanChoice value={span} onChange={setSpan} />
      <Paged
        by={span}
        read={(asked) => request.read(promotion.rebates, { time: span, ...asked })}
        on={['promotion.rebateEarned']}
        keyOf={({ id }) => id}
        render={(row) => <RebateRow row={row} />}
        empty={{ text: t('noRebates'), icon: 'gift' }}
        rowHeight={56}
      />
    </>
  )
}
function RebateRow({
  row: { from_account_number, level, value, currency_name, created_time },
}: {
  readonly row: Rebate
}) {
  const { t } = useTranslation('promotion')
  const shown = useNumbers()
  return (
    <Row gap={3} justify="between" line="top" className={styles.row}>
      <span>
        <b>{from_account_number}</b>
        <small>
          {t('level', { level })} · {shown.time(created_time)}
        </small>
      </span>
      <Box as="span" tone="rise">
        <Money text={value} unit={currency_name} kind="gain" />
      </Box>
    </Row>
  )
}
