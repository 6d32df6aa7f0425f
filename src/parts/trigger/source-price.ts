import type { TriggerSource } from '#contract/wire/orders.ts'

export const sources: readonly TriggerSource[] = ['last', 'mark', 'index']
/** The source that was chosen. */
export const sourceOf = (text: string, otherwise: TriggerSource = 'mark') =>
  sources.find((source) => source === text) ?? otherwise
