/**
 * Whether an address that somebody else has written may become a link: https without credentials. Everything else stays
 * text.
 */
export const isSafeAddress = (address: string) => {
  try {
    const { protocol, username, password } = new URL(address)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}
