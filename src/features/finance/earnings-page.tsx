import { Section } from '#src/ui/section.tsx'
import { Entry } from '#src/parts/entry.tsx'
import type { EarnedDay, EarningsSummary } from '#contract/finance/earnings.ts'
import { compareDec } from '#contract/wire/money.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { go } from '#src/lib/hash-location.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { EarningsCard } from './earnings-card.tsx'
import styles from './finance.module.css'
import { useEarnings, useFinanceFormat } from './use-finance.ts'

const pathOf = {
  hosting: financePaths.hostingOrders,
  plan: followPaths.planRecords,
  launch: launchPaths.launches,
  mining: miningPaths.mining,
  pledge: miningPaths.pledges,
} as const

/** My earnings: all products, the last thirty days, and the payments to come. */
export function EarningsPage() {
  const { t } = useTranslation('finance')
  const { value, ...read } = useEarnings()
  return (
    <Page title={t('titles.earnings')} isBroad onRefresh={read.refresh}>
      <Stack gap={3} topPad={2} endPad={8} className={styles.halves}>
        {value === null ? (
          <Unread read={read} lines={4} height={120} />
        ) : (
          <>
            <EarningsCard summary={value} isLink={false} />
            <Curve days={value.curve} />
            <Sources summary={value} />
            <Payments summary={value} />
          </>
        )}
      </Stack>
    </Page>
  )
}

/** A column for each of the last days. */
function Curve({ days }: { readonly days: readonly EarnedDay[] }) {
  const { t } = useTranslation('finance')
  const { money, gain, day } = useFinanceFormat()
  const top = days.reduce((most, { profit }) => (compareDec(profit, most) > 0 ? profit : most), '0')
  const [first, last] = [days[0], days.at(-1)]
  const at = (text: string | undefined) => (text === undefined ? '' : day(Date.parse(`${text}T00:00:00Z`)))
  return (
    <Section isCard title={t('lastDays', { count: days.length })}>
      {compareDec(top, '0') === 0 ? (
        <Note>{t('nothingYet')}</Note>
      ) : (
        <>
          <Box
            lay="row"
            gap="hair"
            align="end"
            className={styles.curve}
            role="img"
            aria-label={t('curveLabel', { count: days.length, most: money(top, baseCoin.name) })}
          >
            {days.map(({ day: date, profit }) => (
              <span
                key={date}
                style={{ blockSize: `${Math.max(profit === '0' ? 0 : 3, (Number(profit) / Number(top)) * 100)}%` }}
                title={`${at(date)}: ${gain(profit, baseCoin.name)}`}
              />
            ))}
          </Box>
          <Note lay="row" justify="between" wraps gap={1} sideGap={3}>
            <span>{at(first?.day)}</span>
            <span>{t('mostADay', { amount: money(top, baseCoin.name) })}</span>
            <span>{at(last?.day)}</span>
          </Note>
        </>
      )}
    </Section>
  )
}

function Sources({ summary }: { readonly summary: EarningsSummary }) {
  const { t } = useTranslation('finance')
  const { money, gain } = useFinanceFormat()
  return (
    <Section isCard title={t('byProduct')}>
      <Stack as="ul" isRuled line="top">
        {summary.sources.map(({ source, working, total, orders }) => (
          <li key={source}>
            <Entry
              to={pathOf[source]}
              hasArrow
              title={t(`sources.${source}`)}
              notes={[`${t('orders', { count: orders })} · ${money(working, baseCoin.name)}`]}
            >
              <Box as="b" tone="rise">
                {gain(total, baseCoin.name)}
              </Box>
            </Entry>
          </li>
        ))}
      </Stack>
    </Section>
  )
}

function Payments({ summary }: { readonly summary: EarningsSummary }) {
  const { t } = useTranslation('finance')
  const { gain, money, day } = useFinanceFormat()
  return (
    <Section isCard title={t('nextPayments')}>
      {summary.next.length === 0 && (
        <Empty text={t('noPayments')} icon="clock">
          <Button kind="quiet" onClick={() => go(followPaths.finance)}>
            {t('toFinance')}
          </Button>
        </Empty>
      )}
      <Stack as="ul" isRuled line="top">
        {summary.next.map(({ source, ref, name, currency_name, logo, amount, back, at_ms }) => (
          <li key={`${source}|${ref}`}>
            <Entry
              to={pathOf[source]}
              mark={<CoinIcon name={currency_name} logo={logo} />}
              title={name === '' ? t(`sources.${source}`) : name}
              notes={[t('atMidnight', { day: day(at_ms) })]}
            >
              <Box as="b" tone="rise">
                {gain(amount, currency_name)}
              </Box>
              {compareDec(back, '0') > 0 && <small>{t('andBack', { amount: money(back, currency_name) })}</small>}
            </Entry>
          </li>
        ))}
      </Stack>
    </Section>
  )
}
