/** SHA-256 by the browser's own hand, in hex: a second opinion beside our own code; null where it is not to be had. */
export async function digestOf(text: string): Promise<string | null> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
