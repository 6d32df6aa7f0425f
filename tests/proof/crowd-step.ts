/** One call of the crowd. */
export type Step = {
  readonly place: string
  readonly body: Readonly<Record<string, unknown>>
  readonly user: number
  readonly key: string
}
