/**
 * SHA-256 in hex by the browser's Web Crypto, as a check that is independent
 * of our own code; null where it is unavailable.
 */
export async function digestOf(text: string): Promise<string | null> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
