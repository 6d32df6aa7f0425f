/**
 * The wire as it is now. `hash` covers every call, frame, reason and close code: a test computes it and fails until a
 * change of it stands here and in `docs/wire-history.md`. `oldestClient` is the version code of the oldest client that
 * may still change anything.
 */
export const contractVersion = { number: 67, hash: '53da5c69befad2b7', oldestClient: 100 } as const
