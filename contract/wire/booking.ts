import * as z from 'zod/mini'
import { coded } from './coded.ts'

/**
 * The kinds of account of a user: `legal` (trust), `change` (spot), `lever` (leveraged positions), `micro` (option
 * rounds).
 */
export const accountKinds = ['legal', 'change', 'lever', 'micro'] as const
export const accountKind = z.enum(accountKinds)
export type AccountKind = z.output<typeof accountKind>
export const accountCode = coded(accountKind, { legal: 1, change: 2, lever: 3, micro: 4 })

/** Wire numbers of journal entries and account log lines, by purpose. */
export const logTypes = {
  transferOut: 9,
  transferIn: 10,
  deposit: 200,
  spotGiven: 50,
  spotReceived: 51,
  withdrawAsked: 99,
  withdrawPassed: 100,
  withdrawReturned: 101,
  remittance: 750,
  flashGiven: 600,
  flashReceived: 601,
  flashFee: 602,
  giftOut: 710,
  giftIn: 711,
  giftFee: 712,
  leverMargin: 30,
  leverClose: 31,
  leverLiquidation: 32,
  rebate: 33,
  leverOvernight: 34,
  leverFee: 35,
  leverCancel: 36,
  otcEscrow: 700,
  otcReceived: 701,
  otcReturned: 702,
  otcFee: 703,
  otcBail: 704,
  otcBailBack: 705,
  miningMachine: 740,
  miningSeat: 741,
  collateralLocked: 742,
  collateralReturned: 743,
  miningReward: 744,
  rewardConverted: 745,
  pledged: 746,
  pledgeAward: 747,
  pledgeReturned: 748,
  packetSent: 720,
  packetReceived: 721,
  packetBack: 722,
  chatTopUp: 723,
  launchPaid: 2022,
  launchReceived: 2023,
  launchReturned: 733,
  hosting: 44,
  hostingLock: 1004,
  planJoined: 730,
  planProfit: 731,
  planEnded: 732,
  optionStake: 501,
  optionFee: 502,
  optionResult: 1003,
  insurance: 751,
} as const
