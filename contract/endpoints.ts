import { account } from './account.ts'
import { assets } from './assets.ts'
import { chatAccount } from './chat-account.ts'
import { kyc } from './kyc.ts'
import { lever } from './lever.ts'
import { market } from './market.ts'
import { news } from './news.ts'
import { option } from './option.ts'
import { platform } from './platform.ts'
import { session } from './session.ts'
import { spot } from './spot.ts'

/** The whole table of calls: word, then name. The only file that knows every word. */
export const endpoints = { session, account, kyc, market, spot, lever, option, assets, news, platform, 'chat-account': chatAccount } as const
export type Words = typeof endpoints
export type Word = keyof Words
