const first = (agent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const
/** Browser and system of a user agent, for people; null if it names neither. */
export const deviceNameOf = (agent: string): string | null => {
  const parts = [first(agent, browsers), first(agent, systems)].filter((part) => part !== undefined)
  return parts.length === 0 ? null : parts.join(' · ')
}
/** An address without the parts that tell one household from another. */
export const placeOf = (address: string): string | null => {
  const v4 = /(\d+\.\d+)\.\d+\.\d+$/.exec(address)?.[1]
  if (v4 !== undefined) return `${v4}.*.*`
  const groups = address
    .split(':')
    .filter((group) => group !== '')
    .slice(0, 2)
  return groups.length === 0 ? null : `${groups.join(':')}:…`
}
