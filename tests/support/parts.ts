/** Where tests begin to count their worlds: another place each day, or the one that is to be played again. */
export const firstSeed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

/** One part of what takes minutes, another with each seed; `PARTS=all` is the whole of it. */
export const partOf = <T>(all: readonly T[], parts: number): readonly T[] =>
  process.env['PARTS'] === 'all' ? all : all.filter((_, at) => (at + firstSeed) % parts === 0)
