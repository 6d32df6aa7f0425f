import { lang as langSchema } from '#contract/wire/lang.ts'
import { defaultLang, languages } from '#contract/wire/languages.ts'
import { appVersion, baseCoin, limits } from '#contract/wire/limits.ts'
import { uploadFolders, type platform, type Setting } from '#contract/platform/platform.ts'
import { decode } from '#contract/wire/coded.ts'
import { pairOf } from '#server/features/market/view.ts'
import { areaCodesIn } from './area-codes.ts'
import type { Caller, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fileOf, venueUser } from '#server/identity/links.ts'
import { uploadViewOf } from '#server/identity/uploads.ts'
import { venueText } from '#server/core/sentences.ts'
import { supportOf, welcomeGroupOf } from '#server/features/chat/seed.ts'
import { newsItemOf } from '#server/features/news/handlers.ts'
import type { PlatformContext } from './context.ts'
import type { Lang } from '#contract/wire/languages.ts'

const settingOf = (ctx: PlatformContext): Setting => ({
  name: ctx.settings.appName,
  version: appVersion.name,
  version_code: appVersion.code,
  min_version_code: ctx.settings.minVersionCode,
  demo: ctx.settings.demo,
  verification: ctx.settings.identity.verification,
  languages: [...languages],
  default_language: defaultLang,
  base_currency_id: baseCoin.id,
  address_hold_ms: ctx.settings.identity.addressHoldMs,
  credential_hold_ms: ctx.settings.identity.credentialHoldMs,
  upload: {
    max_bytes: limits.pictureBytes,
    types: ['image/jpeg', 'image/png', 'image/webp'],
    folders: [...uploadFolders],
  },
  keep_days: ctx.settings.keepDays,
  chat_base: '/chat',
  customer_url: ctx.settings.platform.customerUrl,
  ...(ctx.settings.platform.tabs !== null && { tabs: [...ctx.settings.platform.tabs] }),
  features: { spot: true, inspector: ctx.settings.platform.hasInspector, phone: ctx.settings.platform.hasPhone },
  default_powers: [...ctx.settings.identity.defaultPowers],
  server_now_ms: ctx.now(),
  ...ctx.publicSettings(),
})

/**
 * Whether a caller is so old that it may change nothing before it is updated; one that tells no version is a program.
 */
const isForced = (
  { appVersion: own }: Pick<Caller, 'appVersion'>,
  { minVersionCode }: Pick<PlatformContext['settings'], 'minVersionCode'>,
) => own !== null && own < minVersionCode

/** Files of an owner by folder, newest first; those of the venue itself have no owner. */
const filesOf = ({ tables }: PlatformContext, user: number, prefix: string) =>
  tables.files
    .group('user', user)
    .filter(({ id }) => id.startsWith(prefix))
    .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))

export const platformHandlers: Handlers<typeof platform, PlatformContext> = {
  dirFiles: (ctx, { user }, { prefixDir, nextMarker, limit = 24 }) => {
    const [folder = ''] = prefixDir.split('/')
    if (!uploadFolders.some((each) => each === folder)) throw new Refusal('folder_unknown')
    const found = filesOf(ctx, user, prefixDir.includes('/') ? prefixDir : `${folder}/`)
    const from = nextMarker === undefined ? 0 : found.findIndex(({ id }) => id === nextMarker) + 1
    const shown = found.slice(from, from + limit)
    return {
      files: shown.map((row) => uploadViewOf(ctx, row)),
      nextMarker: found.length > from + limit ? (shown.at(-1)?.id ?? null) : null,
    }
  },
  offerSticker: (ctx, { user }, { relativePath, isOn }) => {
    const held = ctx.tables.files.get(relativePath)
    const row = held?.user === venueUser && !relativePath.includes('/venue/') ? held : fileOf(ctx, user, relativePath)
    if (!row.type.startsWith('image/')) throw new Refusal('file_type')
    const folder = isOn ? 'sticker' : 'app'
    return uploadViewOf(ctx, ctx.tables.files.put({ ...row, user: venueUser, folder, isUsed: true, at: ctx.now() }))
  },
  sysFiles: (ctx, _, { pageNum = 1, pageSize = 24, kind }) => {
    const found = filesOf(ctx, venueUser, '').filter(({ folder }) => kind === undefined || kind === folder)
    return {
      records: found.slice((pageNum - 1) * pageSize, pageNum * pageSize).map((row) => uploadViewOf(ctx, row)),
      total: found.length,
      pageNum,
      pageSize,
    }
  },
  setLang: ({ tables }, { user }, { lang }) => {
    const chosen = decode(langSchema, lang)
    if (!chosen.success) throw new Refusal('lang_unknown')
    const row = tables.users.get(user)
    if (row && row.lang !== chosen.data) tables.users.put({ ...row, lang: chosen.data })
    return chosen.data
  },
  getLang: ({ tables }, { user, lang }) => tables.users.get(user)?.lang ?? lang,
  customerUrl: ({ settings }, { lang }) => ({
    customer_url: settings.platform.customerUrl,
    cover: null,
    xtitle: venueText('customer_title', lang),
  }),
  settings: (ctx, _caller, { keyword }) => {
    const all = settingOf(ctx)
    if (!keyword) return all
    const found = Object.entries(all).find(([name]) => name === keyword)
    if (!found) throw new Refusal('keyword_unknown')
    return Object.fromEntries([found])
  },
  areaCodes: ({ settings }, caller, { lang }) => ({
    message: areaCodesIn(lang ?? caller.lang),
    data: { verification: settings.identity.verification },
  }),
  appDownload: ({ settings }, caller) => ({
    version: appVersion.name,
    version_code: appVersion.code,
    android_url: settings.platform.androidUrl,
    ios_url: settings.platform.iosUrl,
    h5_url: settings.platform.shareUrl ?? '/',
    qr: null,
    size_bytes: null,
    notes: venueText('version_notes', caller.lang),
    force: isForced(caller, settings),
  }),
  search: (ctx, { lang }, { keyword, limit = 20 }) => {
    if (!keyword) throw new Refusal('keyword_required')
    const searched = keyword.toLowerCase()
    const coins = ctx.markets
      .all()
      .map((each) => pairOf(ctx, each))
      .filter(({ symbol }) => symbol.toLowerCase().includes(searched))
    const texts = [...ctx.tables.news.all()].filter(
      (row) => row.lang === lang && row.title.toLowerCase().includes(searched),
    )
    return {
      coins: coins.slice(0, limit),
      pages: searchPages(searched, lang).slice(0, limit),
      news: texts.slice(0, limit).map(newsItemOf),
    }
  },
  chatConfig: (ctx) => [
    { configKey: 'shareURL', configValue: ctx.settings.platform.shareUrl ?? '/' },
    { configKey: 'defaultGroupId', configValue: welcomeGroupOf(ctx) },
    { configKey: 'appAdministrator', configValue: supportOf(ctx) },
    { configKey: 'logoIcon', configValue: ctx.settings.platform.logoIcon },
    { configKey: 'appName', configValue: ctx.settings.appName },
  ],
  latestVersion: ({ settings }, caller) => ({
    versionNum: appVersion.name,
    versionCode: appVersion.code,
    force: isForced(caller, settings),
    url: settings.platform.shareUrl,
    notes: venueText('version_notes', caller.lang),
  }),
}

/** Pages that the search can find, by their titles in the caller's language. */
const pages = [
  ['/pages/trade/index', 'page_spot'],
  ['/pages/assets/index', 'page_assets'],
  ['/pages/otc/index', 'page_otc'],
  ['/pages/template/index', 'page_finance'],
  ['/pages/finance/earnings', 'page_earnings'],
  ['/pages/settings/index', 'page_settings'],
  ['/pages/settings/security/index', 'page_security'],
  ['/pages/settings/language/language', 'page_language'],
  ['/pages/notice/index', 'page_notices'],
  ['/pages/help/center/center', 'page_help'],
] as const

const searchPages = (searched: string, lang: Lang) =>
  pages
    .filter(([, key]) => venueText(key, lang).toLowerCase().includes(searched))
    .map(([path, title_key]) => ({ path, title_key }))
