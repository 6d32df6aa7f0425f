export type StoreTrouble =
  | 'folderInUse'
  | 'diskUnfit'
  | 'schemaForeign'
  | 'modeOther'
  | 'commitFailed'
  | 'chainBroken'
  | 'diskFull'
  | 'databaseGone'
  | 'deposed'

/**
 * The store cannot be used any further: the venue stops and reports which trouble it was. `diskFull` alone passes: the
 * group may be appended again. `deposed`: another venue leads.
 */
export class StoreError extends Error {
  readonly trouble: StoreTrouble
  constructor(trouble: StoreTrouble, detail: string) {
    super(`${trouble}: ${detail}`)
    this.trouble = trouble
  }
}
