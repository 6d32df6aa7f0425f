import type { Merchant } from '#contract/otc/otc-order.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Row } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './otc.module.css'

/** Minutes, at least one; under a minute it says so. */
const minutesOf = (seconds: number) => Math.max(1, Math.round(seconds / 60))

/** Who is on the other side: face, name, marks, and how they have traded so far. */
export function MerchantLine({ merchant }: { readonly merchant: Merchant }) {
  const { t } = useTranslation('otc')
  const { percent } = useNumbers()
  const {
    nickname,
    avatar,
    is_merchant,
    is_bot,
    online,
    done_count,
    done_30d,
    finish_rate,
    rating_good,
    rating_count,
  } = merchant
  return (
    <Row gap={2} wraps>
      <Box
        as="span"
        ground="accent"
        round="full"
        tone="accent"
        weight="bold"
        isRelative
        className={styles.face}
        data-online={online || undefined}
      >
        {avatar === null ? (
          <span aria-hidden="true">{nickname.slice(0, 1).toUpperCase()}</span>
        ) : (
          <img data-cover="" src={avatar} alt="" />
        )}
      </Box>
      <Box as="b" breaks>
        {nickname}
      </Box>
      {is_merchant && (
        <Box as="span" lay="inline" tone="accent" title={t('verifiedMerchant')}>
          <Icon name="shield" size={18} />
          <span className="sr">{t('verifiedMerchant')}</span>
        </Box>
      )}
      {is_bot && (
        <Box as="span" ground="pressed" round="full" size={1} tone={2} sidePad={2}>
          {t('bot')}
        </Box>
      )}
      {online && <span className="sr">{t('online')}</span>}
      {rating_good !== null && (
        <Box as="span" ground="pressed" round="full" size={1} tone={2} sidePad={2}>
          {t('rate.share', { rate: percent(rating_good, 0).slice(0, -1), count: rating_count })}
        </Box>
      )}
      {done_count > 0 && (
        <Box as="span" size={2} tone={2} pushes>
          {t('record', { count: done_30d, rate: percent(finish_rate, 1).slice(0, -1) })}
        </Box>
      )}
    </Row>
  )
}

/** How fast this person releases, in words; nothing of who has traded but not released. */
export function usePace() {
  const { t } = useTranslation('otc')
  return ({ avg_release_s, done_count }: Merchant) =>
    avg_release_s > 0 ? t('pace', { count: minutesOf(avg_release_s) }) : done_count === 0 ? t('noPace') : null
}

type RatingProps = { readonly by: string; readonly isGood: boolean; readonly word: string; readonly at?: string }

/** What one party said of the other. */
export function Rating({ by, isGood, word, at }: RatingProps) {
  const { t } = useTranslation('otc')
  return (
    <Box as="p" lay="row" gap={1} sideGap={2} blockPad={2} align="baseline" wraps>
      <b>{by}</b>
      <Box as="span" tone={isGood ? 'done' : 'fall'}>
        {t(isGood ? 'rate.good' : 'rate.bad')}
      </Box>
      {at !== undefined && (
        <Box as="small" size={1} pushes>
          {at}
        </Box>
      )}
      {word !== '' && (
        <Box as="q" isFull breaks>
          {word}
        </Box>
      )}
    </Box>
  )
}
