import { Badge } from '#src/ui/badge.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import { launch, launchStageOf, type LaunchOrder } from '#contract/launch/launch.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { usePager } from '#src/actors/use-pager.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { formatTime } from '#src/lib/format.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useTranslation } from 'react-i18next'

const tones = {
  subscribing: 'quiet',
  underReview: 'warning',
  redemption: 'warning',
  completed: 'accent',
  rejected: 'danger',
} as const

/** The caller's subscriptions, newest first, each with where it stands. */
export function MyOrders({ product }: { readonly product?: number }) {
  const { t } = useTranslation('launch')
  const { request } = useServices()
  const pager = usePager<LaunchOrder>(async (page) => {
    const reply = await request.read(launch.orders, { page, limit: defaultLimit })
    if (!reply.ok) return reply
    const { order_list, total } = reply.value
    return {
      ok: true,
      value: {
        rows: order_list.filter(({ config_id }) => product === undefined || config_id === product),
        isLast: page * defaultLimit >= total,
      },
    }
  })
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  useRefreshOn(['launch.changed'], () => void refresh())
  return (
    <PagedList
      pager={pager}
      keyOf={({ id }) => id}
      render={(row) => <OrderRow order={row} />}
      emptyText={t('none.mine')}
      emptyIcon="rocket"
      rowHeight={88}
    />
  )
}

function OrderRow({ order }: { readonly order: LaunchOrder }) {
  const { t } = useTranslation('launch')
  const shown = useNumbers()
  const stage = launchStageOf(order)
  const note =
    stage === 'rejected'
      ? (order.reject_reason ?? t('returned'))
      : stage === 'redemption' && order.unlock_ms !== null
        ? t('unlocksAt', { time: formatTime(order.unlock_ms) })
        : stage === 'subscribing'
          ? t('launchesAt', { time: shown.time(order.online_time) })
          : null
  return (
    <Box lay="row" gap={3} blockPad={3} align="start" justify="between" line="bottom">
      <Stack as="span" shrinks breaks>
        <b>
          <Money text={order.new_currency_num} unit={order.new_currency_name} />
        </b>
        <small>
          {t('paidAt', {
            amount: shown.sum(order.amount, order.currency_name),
            coin: order.currency_name,
            time: shown.time(order.created_at),
          })}
        </small>
        {note !== null && <small>{note}</small>}
      </Stack>
      <Badge tone={tones[stage]}>{t(`stages.${stage}`)}</Badge>
    </Box>
  )
}
