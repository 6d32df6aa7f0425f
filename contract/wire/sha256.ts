/** Round constants: the first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4). */
const roundConstants = Uint32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])
/** Initial hash value: the same of the square roots of the first 8 primes. */
const initialState = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const
const blockBytes = 64
const rotateRight = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Pads a message to whole blocks: its bytes, a one bit, zeros, and its length in bits. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text)
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / blockBytes) * blockBytes)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n)
  return view
}
function schedule(view: DataView, offset: number): Uint32Array {
  const w = new Uint32Array(64)
  const at = (n: number) => w[n] ?? 0
  for (let n = 0; n < 16; n += 1) w[n] = view.getUint32(offset + n * 4)
  for (let n = 16; n < 64; n += 1) {
    const sigma0 = rotateRight(at(n - 15), 7) ^ rotateRight(at(n - 15), 18) ^ (at(n - 15) >>> 3)
    const sigma1 = rotateRight(at(n - 2), 17) ^ rotateRight(at(n - 2), 19) ^ (at(n - 2) >>> 10)
    w[n] = at(n - 16) + sigma0 + at(n - 7) + sigma1
  }
  return w
}

/**
 * SHA-256 of a text (UTF-8), in hex. Implemented here because browsers offer it only on secure pages and only
 * asynchronously, and because client and server must compute the same digest of a receipt.
 */
export function sha256(text: string): string {
  const view = padded(text)
  let state: readonly number[] = initialState
  for (let offset = 0; offset < view.byteLength; offset += blockBytes) {
    const w = schedule(view, offset)
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let n = 0; n < 64; n += 1) {
      const first =
        h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        ((e & f) ^ (~e & g)) +
        (roundConstants[n] ?? 0) +
        (w[n] ?? 0)
      const second = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    const compressed = [a, b, c, d, e, f, g, h]
    state = state.map((word, n) => (word + (compressed[n] ?? 0)) | 0)
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
