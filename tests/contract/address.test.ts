import { addressOn } from '#contract/market/market-address.ts'
import { addressGroups } from '#src/lib/address-groups.ts'
import { isBankCode, isIban, isLuhn, isSameName } from '#contract/wallet/bank-accounts.ts'
import { seededRandom } from '#server/core/random.ts'
import { expect, test } from 'vitest'

test.each([
  ['TRC20', 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj', 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj'],
  ['TRC20', 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnk', null],
  ['TRC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', null],
  ['ERC20', ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['BSC', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['BSC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', null],
  ['BSC', `0x${'0'.repeat(40)}`, null],
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', null],
  ['SOL', 'anything', null],
])('ADDR-1 on %s the text %s is the address %s', (network, typed, written) => {
  expect(addressOn(network, typed)).toBe(written)
})
test('ADDR-1 with one character changed an address does not pass, and it is read in groups that lose none of it', () => {
  const random = seededRandom(1)
  const made = { TRC20: 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj', BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }
  for (const [network, address] of Object.entries(made)) {
    expect(addressGroups(address).join('')).toBe(address)
    const at = 5 + random.int(address.length - 5)
    const other = address[at] === '2' ? '3' : '2'
    expect(addressOn(network, address.slice(0, at) + other + address.slice(at + 1))).toBe(null)
  }
})
test('BNK-1 accounts, bank codes and names are checked as banks check them', () => {
  expect(['DE89370400440532013000', 'GB82WEST12345698765432', 'DE89370400440532013001', 'XX'].map(isIban)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(['DEUTDEFF', 'DEUTDEFF500', '011000015', '011000016', 'DEUT', '000000000'].map(isBankCode)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(['4242424242424242', '4242424242424243'].map(isLuhn)).toEqual([true, false])
  const names: readonly (readonly [string, string, boolean])[] = [
    ['Ａｎｎ  lee', 'ANN LEE', true],
    ['Ann Li', 'ANN LEE', false],
    ['Annlee', 'Ann Lee', false],
    ['陳 大文', '陳大文', true],
    ['陳\u3000大文', '陳 大文', true],
    ['陈大文', '陳大文', false],
    ['김 철수', '김철수', true],
    ['陳大文 Tony', '陳大文Tony', true],
    ['ﾔﾏﾀﾞ 太郎', 'ヤマダ太郎', true],
  ]
  for (const [one, other, isSame] of names) expect([one, other, isSameName(one, other)]).toEqual([one, other, isSame])
})
