import { Box } from '#src/ui/box.tsx'
import { Entry } from '#src/parts/entry.tsx'
import { Money } from '#src/ui/money.tsx'
import { assets } from '#contract/assets/assets.ts'
import type { GiftTransfer } from '#contract/assets/assets-moves.ts'
import { useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { ListPage } from '#src/parts/paged.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Show = 'all' | 'in' | 'out'
/** What was sent to people and received from them, newest first. */
export function GiftRecordsPage() {
  const { t } = useTranslation('wallet')
  const { request } = useServices()
  const [show, setShow] = useState<Show>('all')
  return (
    <ListPage
      title={t('titles.giftRecords')}
      filter={
        <Segmented
          label={t('titles.giftRecords')}
          value={show}
          onChange={setShow}
          options={(['all', 'in', 'out'] as const).map((value) => ({ value, label: t(`gift.show.${value}`) }))}
        />
      }
      by={show}
      read={(asked) => request.read(assets.gifts, { ...(show !== 'all' && { direction: show }), ...asked })}
      on={['assets.giftReceived']}
      keyOf={({ id, direction }) => `${id}${direction}`}
      render={(row) => <Gift row={row} />}
      empty={{
        text: t('gift.none'),
        icon: 'gift',
        action: (
          <Button kind="quiet" onClick={() => go(assetsPaths.gift, { replace: true })}>
            {t('titles.gift')}
          </Button>
        ),
      }}
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
    <Entry
      mark={<Icon name={isIn ? 'deposit' : 'withdraw'} />}
      title={t(isIn ? 'gift.from' : 'gift.sentTo', { peer })}
      notes={[remark, `${shown.time(create_time)} · ${gift_no}`]}
    >
      <Box as="span" size={2} {...(isIn && { tone: 'rise' })}>
        {isIn ? '+' : '-'}
        <Money text={number} unit={currency_name} />
      </Box>
      {!isIn && fee !== '0' && <small>{`${t('fee')} ${shown.cost(fee, currency_name)}`}</small>}
    </Entry>
  )
}
