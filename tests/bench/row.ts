/** One measured value beside its reference of the same run; `reference` and `ratio` are null where there is none. */
export type Row = {
  /** The part of the bench it belongs to. */
  readonly part: string
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly reference: number | null
  /** `value` through `reference`, so that a run can be compared with one of another machine. */
  readonly ratio: number | null
  readonly target: string
  readonly reached: boolean
}
