export type StoreTrouble = 'folderInUse' | 'diskUnfit' | 'schemaForeign' | 'commitFailed' | 'chainBroken'

/** The store cannot be trusted to go on: the venue stops and says which of these it was. */
export class StoreError extends Error {
  readonly trouble: StoreTrouble
  constructor(trouble: StoreTrouble, said: string) {
    super(`${trouble}: ${said}`)
    this.trouble = trouble
  }
}
