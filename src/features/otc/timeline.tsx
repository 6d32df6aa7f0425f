import { Box, Card, Stack } from '#src/ui/box.tsx'
import type { OtcOrder } from '#contract/otc/otc-order.ts'
import { formatTime } from '#src/lib/format.ts'
import { useTranslation } from 'react-i18next'
import { Vouchers } from './order-facts.tsx'

type Line = { readonly atMs: number; readonly word: string; readonly text?: string; readonly urls?: readonly string[] }

const linesOf = (order: OtcOrder): Line[] => {
  const role = (by: 'buyer' | 'seller') => (by === order.my_role ? 'you' : 'them')
  const lines: Line[] = [
    { atMs: order.create_ms, word: 'created' },
    ...(order.paid_ms === null ? [] : [{ atMs: order.paid_ms, word: `paid.${role('buyer')}` }]),
    ...order.appeals.map(({ by, kind, problem, vouchers, at_ms }) => ({
      atMs: at_ms,
      word: `${kind === 'reply' ? 'statement' : 'appeal'}.${role(by)}`,
      text: problem,
      urls: vouchers,
    })),
    ...order.offers.map(({ by, to_buyer, to_seller, at_ms }) => ({
      atMs: at_ms,
      word: `split.${role(by)}`,
      text: `${to_buyer} / ${to_seller} ${order.currency_name}`,
    })),
    ...(order.split === null
      ? []
      : [
          {
            atMs: order.split.at_ms,
            word: 'agreed',
            text: `${order.split.to_buyer} / ${order.split.to_seller} ${order.currency_name}`,
          },
        ]),
    ...(order.ruling === null ? [] : [{ atMs: order.ruling.at_ms, word: 'ruled', text: order.ruling.reason }]),
    ...(order.ended_ms === null
      ? []
      : [{ atMs: order.ended_ms, word: order.status === 'confirmed' ? 'released' : 'cancelled' }]),
  ]
  return lines.toSorted((a, b) => a.atMs - b.atMs)
}

/** What happened, in order, as both parties can read it. */
export function Timeline({ order }: { readonly order: OtcOrder }) {
  const { t } = useTranslation('otc')
  return (
    <Card as="section" gap={2} pad={4} aria-label={t('timeline.title')}>
      <h3>{t('timeline.title')}</h3>
      <Stack as="ol" gap={3}>
        {linesOf(order).map(({ atMs, word, text, urls = [] }, at) => (
          <li key={`${at}|${word}`}>
            <b>{t(`timeline.${word}`)}</b>{' '}
            <small>
              <time dateTime={new Date(atMs).toISOString()}>{formatTime(atMs)}</time>
            </small>
            {text !== undefined && (
              <Box as="p" tone={2} breaks isPre>
                {text}
              </Box>
            )}
            {urls.length > 0 && <Vouchers title={t('evidence')} urls={urls} />}
          </li>
        ))}
      </Stack>
    </Card>
  )
}
