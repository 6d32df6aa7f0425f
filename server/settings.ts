import { tabsIn } from '#contract/wire/tabs.ts'
import { coreSettings } from './core/settings.ts'
import { features, type VenueContext } from './features.ts'
import type { NotificationSettings } from './features/notification/context.ts'
import { identitySettings } from './identity/context.ts'

export type Settings = VenueContext['settings']
/** Any part of the settings, at any depth. */
export type SomeSettings = {
  readonly [K in keyof Settings]?: Settings[K] extends object ? Partial<Settings[K]> : Settings[K]
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The default settings, overridden by `some`: the core's at the top level, those of identity and of each feature under
 * its name.
 */
export function defaultSettings(demo: boolean, some: SomeSettings = {}): Settings {
  const own = Object.values(features).map((feature) => ({ [feature.name]: feature.settings(demo) }))
  const defaults: Settings = Object.assign({ ...coreSettings(demo), identity: identitySettings(demo) }, ...own)
  for (const [name, value] of Object.entries(some)) {
    const known: unknown = Reflect.get(defaults, name)
    Reflect.set(defaults, name, isRecord(known) && isRecord(value) ? { ...known, ...value } : value)
  }
  return defaults
}

type Env = Readonly<Record<string, string | undefined>>
/** A data folder is one of both for ever, and says which. */
export type Mode = 'demo' | 'live'
/** The name of the `meta` value that says it. */
export const modeMeta = 'mode'
export const modeOf = ({ demo }: Pick<Settings, 'demo'>): Mode => (demo ? 'demo' : 'live')
export const isDemo = ({ NODE_ENV, DEMO }: Env) => NODE_ENV !== 'production' && DEMO !== '0'

const operatorForm = /^(?:[^\s@,]+@[^\s@,]+|\d{1,4}-\d{5,15})$/
/**
 * The accounts of `DESK_ACCOUNTS`, as they are stored. A malformed one stops the start: it would silently give nobody
 * the powers.
 */
const operatorsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim().toLowerCase().replace(/^\+/, ''))
    .filter((part) => part !== '')
    .map((account) => {
      if (!operatorForm.test(account))
        throw new Error(`DESK_ACCOUNTS: "${account}" is neither a mail address nor <area code>-<digits>`)
      return account
    })

/** Whom push services may turn to: as it is named, or the sender of mail, or the address of the app. */
const contactOf = ({ PUSH_CONTACT, MAIL_FROM, ORIGINS }: Env) => {
  const mail = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM ?? '')?.[0]
  return (
    PUSH_CONTACT ??
    (mail === undefined
      ? ORIGINS?.split(',')
          .map((each) => each.trim())
          .find((each) => each.startsWith('https:'))
      : `mailto:${mail}`)
  )
}
const pushOf = (env: Env): Partial<NotificationSettings> => {
  const pushContact = contactOf(env)
  return {
    ...(env['PUSH'] === '0' && { hasPush: false }),
    ...(env['PUSH_KEY'] !== undefined && { pushKey: env['PUSH_KEY'] }),
    ...(pushContact !== undefined && { pushContact }),
  }
}

/** By which servers people call each other; outside of the demo only where the operator has named some. */
const callsOf = ({ CALL_SERVERS, CALL_SECRET }: Env) => ({
  ...(CALL_SERVERS !== undefined && {
    callServers: CALL_SERVERS === 'off' ? null : CALL_SERVERS.split(',').map((each) => each.trim()),
  }),
  ...(CALL_SECRET !== undefined && { callSecret: CALL_SECRET }),
})

/**
 * Settings given by the environment: whether the house makes markets, whose the desk is, whether the demo decides cases
 * by itself, and, in the demo only, that no verification codes are asked for. Elsewhere anyone could register with the
 * address of somebody else.
 */
export const settingsOf = (env: Env): SomeSettings => {
  const operators = operatorsOf(env['DESK_ACCOUNTS'] ?? '')
  const isUnverified = env['VERIFICATION'] === '0' && isDemo(env)
  return {
    ...((env['MAKER'] === '1' || env['MAKER'] === '0') && { spot: { hasMaker: env['MAKER'] === '1' } }),
    identity: {
      ...(operators.length > 0 && { operators }),
      ...(isUnverified && { verification: '0' }),
      ...(env['DESK_FACTOR'] === '1' && { deskFactor: true }),
    },
    ...(env['APP_NAME'] !== undefined && { appName: env['APP_NAME'] }),
    ...(env['KEEP_DAYS'] !== undefined && { keepDays: Number(env['KEEP_DAYS']) }),
    ...(env['DEPOSIT_SECRET'] !== undefined && { deposit: { watchSecret: env['DEPOSIT_SECRET'] } }),
    notification: pushOf(env),
    chat: callsOf(env),
    platform: {
      // Nobody could be sent a code.
      ...(!isDemo(env) && env['SMS_WEBHOOK'] === undefined && { hasPhone: false }),
      ...(env['INSPECTOR'] === '1' && { hasInspector: true }),
      ...(env['LOGO_ICON'] !== undefined && { logoIcon: env['LOGO_ICON'] }),
      ...(env['SHARE_URL'] !== undefined && { shareUrl: env['SHARE_URL'] }),
      ...(env['CUSTOMER_URL'] !== undefined && { customerUrl: env['CUSTOMER_URL'] }),
      ...(env['TABS'] !== undefined && { tabs: tabsIn(env['TABS']) }),
      ...(env['ANDROID_URL'] !== undefined && { androidUrl: env['ANDROID_URL'] }),
      ...(env['IOS_URL'] !== undefined && { iosUrl: env['IOS_URL'] }),
    },
    ...(env['DEMO_REVIEW'] === '0' && { demoReview: false }),
  }
}
