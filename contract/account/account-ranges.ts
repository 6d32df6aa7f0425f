/** The host of an address as the platform reads it; empty where it is none. */
const hostOf = (address: string) => {
  try {
    return new URL(`http://${address}`).hostname
  } catch {
    return ''
  }
}
/** Whether a text is an IP address, or a range of them by the length of its prefix: `203.0.113.0/24`. */
export function isIpRange(text: string): boolean {
  const [address = '', prefix = '0', ...more] = text.split('/')
  const isV6 = /^[\da-f:.]*:[\da-f:.]*$/i.test(address)
  const isAddress = isV6 ? hostOf(`[${address}]`) !== '' : hostOf(address) === address && /^[\d.]+$/.test(address)
  return isAddress && more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isV6 ? 128 : 32)
}
/** Entries of a list as people write it: with commas, spaces or lines between them. */
export const entriesIn = (text: string) => text.split(/[\s,;]+/).filter((entry) => entry !== '')
