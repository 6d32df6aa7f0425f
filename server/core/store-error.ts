export type StoreTrouble = 'folderInUse' | 'diskUnfit' | 'schemaForeign' | 'commitFailed' | 'chainBroken'

/** The store cannot be used any further: the venue stops and reports which trouble it was. */
export class StoreError extends Error {
  readonly trouble: StoreTrouble
  constructor(trouble: StoreTrouble, detail: string) {
    super(`${trouble}: ${detail}`)
    this.trouble = trouble
  }
}
