import { personalName } from '#src/lib/personal.ts'
import { readStored, textsOf, writeStored } from '#src/lib/storage.ts'

const most = 3
const nameOf = (user: number) => personalName('deposit-recent', user)
/** The coins that this person chose last on this device, the latest first. */
export const recentCoins = (user: number): readonly string[] => readStored(nameOf(user), textsOf) ?? []
export const rememberCoin = (user: number, coin: string) =>
  void writeStored(nameOf(user), [coin, ...recentCoins(user).filter((name) => name !== coin)].slice(0, most))
