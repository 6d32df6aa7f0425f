import { compareDec } from '#contract/wire/money.ts'
import type { DeskPower } from './desk-cases.ts'

/**
 * How many people a change at the desk takes, by its class of risk. `up`, `down`: two where the value rises or falls,
 * one the other way, which only takes risk away and must not wait.
 */
export type Risk = 'one' | 'two' | 'up' | 'down'

/** Every setting of the desk with its class. */
export const settingRisk: Readonly<Record<string, Risk>> = {
  'desk.fourEyesAbove': 'two',
  'spot.coinTradeFee': 'two',
  'market.priceBand': 'up',
  'spot.hasMaker': 'up',
  'option.exposure': 'up',
  'option.entryDelayMs': 'down',
  'lever.isStopAllowed': 'two',
  'lever.isEntrustAllowed': 'two',
  'market.cnyPerUsdt': 'one',
  'earnings.USDT': 'up',
  'earnings.BTC': 'up',
  'earnings.ETH': 'up',
  'chat.editMs': 'one',
  'withdraw.dayMost0': 'up',
  'withdraw.dayMost1': 'up',
  'withdraw.dayMost2': 'up',
  'identity.credentialHoldMs': 'down',
  'identity.addressHoldMs': 'down',
}
/** Fields of products by name, the same for every kind; all others are terms, which take two. */
export const fieldRisk: Readonly<Record<string, Risk>> = {
  sort: 'one',
  cover: 'one',
  logo: 'one',
  isRecommended: 'one',
  isDisplayed: 'one',
  isOpen: 'up',
  stock: 'up',
  perUser: 'up',
  max: 'up',
  most: 'up',
}
/** What else the desk changes. A halt takes nothing from anybody and cannot wait; ending it lets risk in again. */
export const stateRisk = { halted: 'down', level: 'up', powers: 'up', lock: 'one' } as const satisfies Record<
  string,
  Risk
>

const changes = { up: 1, down: -1 } as const
/** Whether a change between two values (decimals, or switches as 0 and 1) takes two people. */
export const takesTwo = (risk: Risk, before: string, after: string): boolean =>
  risk === 'up' || risk === 'down'
    ? Math.sign(compareDec(after, before)) === changes[risk]
    : risk === 'two' && before !== after
export const settingTakesTwo = (name: string, before: string, after: string) =>
  takesTwo(settingRisk[name] ?? 'two', before, after)
/** `before` is null for a product that is new: that takes two whatever it says. */
export const fieldTakesTwo = (name: string, before: string | null, after: string) =>
  before === null || takesTwo(name.startsWith('intro_') ? 'one' : (fieldRisk[name] ?? 'two'), before, after)
export const haltTakesTwo = (before: boolean, after: boolean) =>
  takesTwo(stateRisk.halted, before ? '1' : '0', after ? '1' : '0')
export const levelTakesTwo = (before: number, after: number) => takesTwo(stateRisk.level, String(before), String(after))
/** Powers that somebody did not have before. */
export const powersTakeTwo = (before: readonly DeskPower[], after: readonly DeskPower[]) =>
  takesTwo(stateRisk.powers, '0', String(after.filter((power) => !before.includes(power)).length))
