/** A number after `--name` on the command line, or what it is otherwise. */
export const numberAfter = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`)
  const told = at < 0 ? Number.NaN : Number(process.argv[at + 1])
  return Number.isFinite(told) ? told : otherwise
}
/** The word after `--name` on the command line; null without it. */
export const wordAfter = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? null : (process.argv[at + 1] ?? null)
}
