import { Section } from '#src/ui/section.tsx'
import type { LaunchProduct } from '#contract/launch/launch.ts'
import { useServices } from '#src/actors/services.tsx'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { CardHead } from '#src/parts/card-head.tsx'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Box, Card, Note, Stack } from '#src/ui/box.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { LaunchClock, phaseNow } from './launch-clock.tsx'
import { SoldBar } from './product-card.tsx'
import { useLaunch } from './use-launch.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { loading } from '#streams/kit/live.ts'

/** One new coin: its terms, its dates, and what it is. */
export function LaunchPage() {
  const { t } = useTranslation('launch')
  const { id = '0' } = useQuery()
  const { value, ...read } = useLaunch(id)
  return (
    <Page
      title={value?.new_currency_name ?? t('titles.launch')}
      onRefresh={read.refresh}
      footer={value !== null && <Act product={value} />}
    >
      <Stack gap={3} topPad={2} endPad={8}>
        {value === null && <Unread read={read} lines={6} height={44} />}
        {value !== null && <Terms product={value} onEnd={() => void read.refresh()} />}
      </Stack>
    </Page>
  )
}

/** What can be done with the coin now. */
function Act({ product }: { readonly product: LaunchProduct }) {
  const { t } = useTranslation('launch')
  const { serverNow } = useServices()
  const phase = phaseNow(product, serverNow())
  const market = useMarketOf(product.new_currency_name)
  if (phase === 'launched' && market !== null)
    return (
      <Button size="l" isWide onClick={() => go(spotPaths.tradeOf(market))}>
        {t('trade', { coin: product.new_currency_name })}
      </Button>
    )
  return (
    <Button
      size="l"
      isWide
      kind={phase === 'subscribing' ? 'primary' : 'quiet'}
      onClick={() => go(launchPaths.launchPurchaseOf(product.id))}
    >
      {t(phase === 'subscribing' ? 'subscribe' : 'mine')}
    </Button>
  )
}

function Terms({ product, onEnd }: { readonly product: LaunchProduct; readonly onEnd: () => void }) {
  const { t } = useTranslation('launch')
  const shown = useNumbers()
  const coin = product.new_currency_name
  return (
    <>
      <Card as="section" gap={3} pad={4}>
        <CardHead
          mark={<CoinIcon name={coin} logo={product.logo} size={44} />}
          name={coin}
          note={product.recommend_title}
        />
        <SoldBar product={product} />
        <LaunchClock product={product} onEnd={onEnd} />
      </Card>
      <Card as="section" gap={3} pad={4} aria-label={t('terms')}>
        <Facts
          facts={[
            ...product.pay_currencies.map(({ currency_name, change_rate }) => ({
              name: t('issuePrice', { pay: currency_name }),
              value: `${shown.rate(change_rate, currency_name)} ${currency_name}`,
            })),
            { name: t('issue'), value: shown.money(product.num, coin) },
            { name: t('least'), value: shown.money(product.buy_num, coin) },
            {
              name: t('most'),
              value: Number(product.buy_max) === 0 ? t('noMost') : shown.money(product.buy_max, coin),
            },
            { name: t('start'), value: shown.time(product.send_start) },
            { name: t('end'), value: shown.time(product.send_end) },
            { name: t('online'), value: shown.time(product.online_time) },
            { name: t('lock'), value: product.day === 0 ? t('noLock') : t('days', { count: product.day }) },
            { name: t('predicted'), value: t('predictedOf', { percent: shown.exact(product.predict_rate) }) },
          ]}
        />
      </Card>
      <Section isCard title={t('about', { coin })}>
        <Box as="p" size={3} tone={2} isLoose>
          {product.introduction}
        </Box>
      </Section>
      <Note isLoose>{t('risk')}</Note>
    </>
  )
}

/** The name of a coin's spot market; null while it has none. */
function useMarketOf(coin: string): string | null {
  const { feeds } = useServices()
  const { value } = useStream(feeds.tickers$, loading)
  const pair = (value ?? []).find(
    ({ currency_name, legal_name }) => currency_name === coin && legal_name === baseCoin.name,
  )
  return pair === undefined ? null : pair.symbol.replace('/', '-')
}
