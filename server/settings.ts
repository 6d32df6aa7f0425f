import { coreSettings } from './core/settings.ts'
import { features, type VenueContext } from './features.ts'
import { identitySettings } from './identity/context.ts'

export type Settings = VenueContext['settings']
/** Any part of the settings, at any depth. */
export type SomeSettings = { readonly [K in keyof Settings]?: Settings[K] extends object ? Partial<Settings[K]> : Settings[K] }

/** The settings of a running venue, by its environment. `warn` is told what is ignored. */
export function settingsOf(env: Readonly<Record<string, string | undefined>>, warn: (sentence: string) => void): Settings {
  const demo = env['NODE_ENV'] !== 'production' && env['DEMO'] !== '0'
  if (env['VERIFICATION'] !== '0') return defaultSettings(demo)
  if (demo) return defaultSettings(demo, { identity: { verification: '0' } })
  warn('VERIFICATION=0 is ignored outside the demo: anyone could register with an address of somebody else')
  return defaultSettings(demo)
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The default settings, overridden by `some`: the core's at the top level, those of identity and of each feature under its name. */
export function defaultSettings(demo: boolean, some: SomeSettings = {}): Settings {
  const own = Object.values(features).map((feature) => ({ [feature.name]: feature.settings(demo) }))
  const defaults: Settings = Object.assign({ ...coreSettings(demo), identity: identitySettings(demo) }, ...own)
  for (const [name, value] of Object.entries(some)) {
    const known: unknown = Reflect.get(defaults, name)
    Reflect.set(defaults, name, isRecord(known) && isRecord(value) ? { ...known, ...value } : value)
  }
  return defaults
}
