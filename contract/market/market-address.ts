import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base'
import { demoWord } from './market-demo.ts'

/** Which form the addresses of a network have. */
const forms = { TRC20: 'tron', TRX: 'tron', BSC: 'evm', ERC20: 'evm', BTC: 'bitcoin' } as const
/** The networks whose addresses can be checked. */
export const addressForms: readonly string[] = Object.keys(forms)
type Form = (typeof forms)[keyof typeof forms]
const isNetwork = (name: string): name is keyof typeof forms => Object.hasOwn(forms, name)

const base58check = createBase58check(sha256)
const hashBytes = 20
const tronPrefix = 0x41
/** First byte of a Bitcoin address in base58: pay to a public key's hash, pay to a script's hash. */
const bitcoinPrefixes: readonly number[] = [0x00, 0x05]

/** The hexadecimal digits of an EVM address with the letter case that carries its checksum (EIP-55). */
const withCase = (digits: string) => {
  const marks = hex.encode(keccak_256(new TextEncoder().encode(digits)))
  return [...digits]
    .map((digit, at) => (Number.parseInt(marks[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit))
    .join('')
}
/**
 * An address in one letter case has no checksum and is accepted, as wallets do; with mixed case the checksum must hold.
 */
const evmAddress = (text: string): string | null => {
  const digits = /^0x([0-9a-f]{40})$/i.exec(text)?.[1]
  if (digits === undefined || /^0*$/.test(digits)) return null
  const written = withCase(digits.toLowerCase())
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return hasOneCase || digits === written ? `0x${written}` : null
}
const base58Address = (text: string, prefixes: readonly number[]): string | null => {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === hashBytes + 1 && prefixes.includes(bytes[0] ?? -1) ? text : null
  } catch {
    return null
  }
}
/**
 * A segregated witness address: version 0 in bech32 with 20 or 32 bytes, later versions in bech32m (BIP 173, BIP 350).
 */
const segwitAddress = (text: string): string | null => {
  const address = text === text.toUpperCase() ? text.toLowerCase() : text
  if (!/^bc1[02-9ac-hj-np-z]{6,87}$/.test(address)) return null
  const decoded = bech32.decodeUnsafe(address) ?? bech32m.decodeUnsafe(address)
  const [version = -1, ...words] = decoded?.words ?? []
  const bytes = bech32.fromWordsUnsafe(words)
  if (!decoded || !bytes) return null
  if (version === 0) return bech32.decodeUnsafe(address) && [20, 32].includes(bytes.length) ? address : null
  return version <= 16 && bech32m.decodeUnsafe(address) && bytes.length >= 2 && bytes.length <= 40 ? address : null
}

const readers: Readonly<Record<Form, (text: string) => string | null>> = {
  tron: (text) => base58Address(text, [tronPrefix]),
  evm: evmAddress,
  bitcoin: (text) => segwitAddress(text) ?? base58Address(text, bitcoinPrefixes),
}

/** An address as its network writes it; null if it is none of that network, or if its checksum does not hold. */
export const addressOn = (network: string, text: string): string | null =>
  isNetwork(network) ? readers[forms[network]](text.trim()) : null

/** True where a transfer can carry a memo: a shared address elsewhere would take money of nobody. */
export const hasMemo = (network: string): boolean => isNetwork(network) && forms[network] === 'tron'

/** An address for play money: it says so itself, and is none of its network, also without the mark. */
export const demoAddressOf = (network: string, hash: Uint8Array): string | null =>
  isNetwork(network) ? `${demoWord}-${network}-${base58.encode(hash)}` : null
