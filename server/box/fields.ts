/** A wish that makes no sense; its sentence says why. */
export class Wrong extends Error {}
export type Fields = Readonly<Record<string, unknown>>
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const numberIn = (fields: Fields, name: string): number => {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Wrong(`${name} must be a number`)
  return value
}
export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name]
  if (typeof value !== 'string') throw new Wrong(`${name} must be a text`)
  return value
}
