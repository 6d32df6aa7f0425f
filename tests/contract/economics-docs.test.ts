import { leadMs, quickCloseMs, requotesPerSecond, skewFree, skewMost } from '#contract/lever/lever-fill.ts'
import {
  agreeingSources,
  armingDistance,
  fastWindowMs,
  marketRights,
  maxCalmMove,
  maxSilenceMs,
} from '#contract/market/market-mode.ts'
import { premiumAverageMs, premiumCap } from '#contract/market/market-mark.ts'
import { minCoverage, tickLifeMs } from '#contract/option/option.ts'
import { meanSeconds } from '#contract/option/option-outcome.ts'
import { defaultSettings } from '#server/settings.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const page = textOf('docs/economics.md')
const { market, lever, option, spot, earnings } = defaultSettings(false)

test('ECON-1 every number on the page is the one in force', () => {
  const percent = (share: number) => `${share * 100} %`
  expect([...page.matchAll(/\*\*([\d.]+(?: %)?)\*\*/g)].map(([, number]) => number)).toEqual([
    percent(Number(spot.coinTradeFee)),
    option.exposure,
    String(premiumAverageMs / 1000),
    `${premiumCap} %`,
    market.impactNotional,
    String(requotesPerSecond),
    String(maxSilenceMs / 1000),
    String(market.armTicks),
    String(market.armMs / 1000),
    percent(armingDistance),
    percent(maxCalmMove),
    String(fastWindowMs / 1000),
    String(agreeingSources),
    `${premiumCap} %`,
    String(quickCloseMs / 1000),
    String(leadMs / 1000),
    `${skewFree} %`,
    `${skewMost} %`,
    lever.netCap,
    ...lever.sizes.map(({ most }) => most),
    `${lever.burstHazardRate} %`,
    lever.partialFrom,
    String(lever.partialPauseMs / 1000),
    lever.fund,
    lever.houseLossPerDay,
    String(meanSeconds(86_400)),
    String(tickLifeMs / 1000),
    `${minCoverage} %`,
    String(option.entryDelayMs / 1000),
    String(option.stillMs / 1000),
    earnings['USDT'],
    earnings['BTC'],
    earnings['ETH'],
  ])
})
test('ECON-1 the table of modes is the one that is obeyed', () => {
  const yes = (is: boolean) => (is ? 'yes' : 'no')
  for (const [mode, { cancels, closes, fires, opens }] of Object.entries(marketRights))
    expect(page).toContain(`| ${mode} | ${[cancels, closes, fires, opens].map(yes).join(' | ')} |`)
})
