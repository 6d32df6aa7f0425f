/** Loaded on first use, because it takes much memory. */
const library = () => import('@node-rs/argon2')

/** argon2id with 19 MiB, about 50 ms: slow on purpose; it runs in a worker thread of the library. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const makeHash = async (secret: string) => (await library()).hash(secret, options)

/**
 * Hash of an unknown secret, precomputed so that the first comparison without a stored hash takes no longer than
 * others.
 */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$jZrJ42j8Z7Q7leOg10QOjg$+vyGfJo2KcsRWaEMkbMIORulMBKUtZLPSA85FcTFkVY'
/**
 * Compares a secret with its stored hash. Without a stored hash it returns false after the same time, so that timing
 * reveals nothing.
 */
export const matches = async (storedHash: string | null, secret: string): Promise<boolean> => {
  const { verify } = await library()
  const isSame = await verify(storedHash ?? dummyHash, secret, options)
  return storedHash !== null && isSame
}
