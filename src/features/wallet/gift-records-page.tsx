import { Money } from '#src/ui/money.tsx'
import { assets } from '#contract/assets.ts'
import type { GiftTransfer } from '#contract/assets-moves.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { usePager } from '#src/actors/use-pager.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import styles from './wallet.module.css'

type Show = 'all' | 'in' | 'out'
/** What was sent to people and received from them, newest first. */
export function GiftRecordsPage() {
  const { t } = useTranslation('wallet')
  const [show, setShow] = useState<Show>('all')
  return (
    <Page title={t('titles.giftRecords')}>
      <div className={styles.page}>
        <Segmented
          label={t('titles.giftRecords')}
          value={show}
          onChange={setShow}
          options={(['all', 'in', 'out'] as const).map((value) => ({ value, label: t(`gift.show.${value}`) }))}
        />
        <Gifts key={show} show={show} />
      </div>
    </Page>
  )
}

function Gifts({ show }: { readonly show: Show }) {
  const { t } = useTranslation('wallet')
  const { request } = useServices()
  const pager = usePager<GiftTransfer>(async (page) => {
    const reply = await request.read(assets.gifts, {
      ...(show !== 'all' && { direction: show }),
      page,
      limit: defaultLimit,
    })
    if (!reply.ok) return reply
    const { list, count } = reply.value
    return { ok: true, value: { rows: list, isLast: page * defaultLimit >= count } }
  })
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  useRefreshOn(['assets.giftReceived'], () => void refresh())
  return (
    <PagedList
      pager={pager}
      keyOf={({ id, direction }) => `${id}${direction}`}
      render={(row) => <Gift row={row} />}
      emptyText={t('gift.none')}
      emptyIcon="gift"
      emptyAction={
        <Button kind="quiet" onClick={() => go(assetsPaths.gift, { replace: true })}>
          {t('titles.gift')}
        </Button>
      }
    />
  )
}

function Gift({
  row: { direction, peer, number, currency_name, fee, remark, create_time, gift_no },
}: {
  readonly row: GiftTransfer
}) {
  const { t } = useTranslation('wallet')
  const shown = useNumbers()
  const isIn = direction === 'in'
  return (
    <div className={styles.row}>
      <Icon name={isIn ? 'deposit' : 'withdraw'} />
      <span>
        <b>{t(isIn ? 'gift.from' : 'gift.sentTo', { peer })}</b>
        {remark !== null && <small>{remark}</small>}
        <small>
          {shown.time(create_time)} · {gift_no}
        </small>
      </span>
      <span className={styles.status} data-status={isIn ? 'in' : 'none'}>
        {isIn ? '+' : '-'}
        <Money text={number} unit={currency_name} />
        {!isIn && fee !== '0' && <small>{`${t('fee')} ${shown.cost(fee, currency_name)}`}</small>}
      </span>
    </div>
  )
}
