import { Box, Stack } from '#src/ui/box.tsx'
import { otc } from '#contract/otc/otc.ts'
import type { OtcBlocked, OtcRatingLine } from '#contract/otc/otc-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useRead } from '#src/actors/use-read.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useTranslation } from 'react-i18next'
import { BlockButton } from './block-button.tsx'
import styles from './otc.module.css'

const size = 10

/** What others have said of this person after an order. */
export function MerchantWords({ user }: { readonly user: number }) {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const { time } = useNumbers()
  const pager = usePager<OtcRatingLine>(async (page) => {
    const reply = await request.read(otc.ratings, { user_id: user, page, limit: size })
    return reply.ok ? { ok: true, value: { rows: reply.value.list, isLast: page * size >= reply.value.count } } : reply
  })
  return (
    <section className={styles.box} aria-label={t('rate.all')}>
      <h2>{t('rate.all')}</h2>
      <PagedList
        pager={pager}
        keyOf={({ id }) => id}
        emptyText={t('rate.none')}
        render={({ by, is_good, word, create_time }) => (
          <Box as="p" lay="row" blockPad={2} align="baseline" wraps className={styles.rating} data-good={is_good}>
            <b>{by}</b>
            <span>{t(is_good ? 'rate.good' : 'rate.bad')}</span>
            <small>{time(create_time)}</small>
            {word !== '' && <q>{word}</q>}
          </Box>
        )}
      />
    </section>
  )
}

/** The people whom the caller has blocked; nothing while there are none. */
export function BlockedPeople() {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const read = useRead<readonly OtcBlocked[]>('otc-blocked', async () => {
    const reply = await request.read(otc.blocked, { limit: 100 })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  })
  if (read.value === null || read.value.length === 0) return null
  return (
    <section className={styles.box} aria-label={t('block.all')}>
      <h2>{t('block.all')}</h2>
      <Stack as="ul" gap={3} className={styles.timeline}>
        {read.value.map(({ user_id, nickname }) => (
          <li key={user_id}>
            <BlockButton who={{ user_id }} name={nickname} isBlocked onDone={() => void read.refresh()} />
          </li>
        ))}
      </Stack>
    </section>
  )
}
