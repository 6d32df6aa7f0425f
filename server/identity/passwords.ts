/** Read when the first secret comes: most of its memory would lie there for nothing until then. */
const library = () => import('@node-rs/argon2')

/** argon2id at 19 MiB (about 50 ms): slow on purpose, in a worker thread of the library. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const makeHash = async (secret: string) => (await library()).hash(secret, options)

/** The hash of a secret nobody knows; kept, so that not even the first comparison with nothing takes longer. */
const foreign = '$argon2id$v=19$m=19456,t=2,p=1$jZrJ42j8Z7Q7leOg10QOjg$+vyGfJo2KcsRWaEMkbMIORulMBKUtZLPSA85FcTFkVY'
/** Compares; where there is nothing to compare with, it takes as long and says no. */
export const matches = async (kept: string | null, secret: string): Promise<boolean> => {
  const { verify } = await library()
  const isSame = await verify(kept ?? foreign, secret, options)
  return kept !== null && isSame
}
