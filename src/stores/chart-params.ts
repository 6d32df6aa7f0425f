import { firstParams, paramOf, paramsBy, type Indicator, type Params } from '#src/lib/indicators.ts'
import { fieldsOf, nameOfKey, readStored, writeStored } from '#src/lib/storage.ts'
import { create } from 'zustand'

const name = 'chart'
const read = (raw: unknown): Params | null => {
  const fields = fieldsOf(raw)
  if (fields === null) return null
  const numbersOf = (indicator: Indicator) => {
    const [first, stored] = [firstParams[indicator], fields[indicator]]
    const isWhole =
      Array.isArray(stored) &&
      stored.length === first.length &&
      stored.every((value) => typeof value === 'number' && paramOf(String(value)) === value)
    return isWhole ? stored.map(Number) : first
  }
  return paramsBy(numbersOf)
}
const stored = () => readStored(name, read) ?? firstParams

/**
 * The numbers of all indicators, for all markets; stored over reloads and shared with other tabs. Loaded with the first
 * chart.
 */
export const useChartParams = create<{
  readonly params: Params
  readonly set: (indicator: Indicator, numbers: readonly number[]) => void
}>()((change, now) => ({
  params: stored(),
  set: (indicator, numbers) => {
    change({ params: { ...now().params, [indicator]: numbers } })
    writeStored(name, now().params)
  },
}))
addEventListener('storage', ({ key }) => {
  if (nameOfKey(key) === name) useChartParams.setState({ params: stored() })
})
