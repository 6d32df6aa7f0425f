import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, str, typed, whole } from '#contract/wire/fields.ts'
import { lang } from '#contract/wire/lang.ts'
import { pair } from '#contract/market/market.ts'
import { dec } from '#contract/wire/money.ts'
import { newsItem } from '#contract/news/news.ts'
import { spec } from '#contract/wire/spec.ts'

/** The public settings of the platform. */
export const setting = z.object({
  name: z.string(),
  version: z.string(),
  version_code: z.int(),
  min_version_code: z.int(),
  demo: flag,
  verification: z.enum(['0', '1']),
  languages: z.array(lang),
  default_language: lang,
  base_currency_id: id,
  fiats: z.array(z.object({ code: z.string(), symbol: z.string(), scale: z.int(), rate: dec })),
  networks: z.record(z.string(), z.array(z.string())),
  kyc_gates: z.record(z.string(), z.int()),
  withdraw_per_day: z.int(),
  withdraw_credited_hours: z.int(),
  /** What may leave in a UTC day at verification levels 0, 1 and 2, worth in the base coin. */
  withdraw_day_most: z.optional(z.array(dec)),
  withdraw_code: flag,
  address_hold_ms: whole,
  credential_hold_ms: whole,
  coin_trade_fee: dec,
  user_set_stopprice: flag,
  open_lever_entrust: flag,
  lever_warn_hazard_rate: dec,
  lever_burst_hazard_rate: dec,
  otc: z.object({
    bail: dec,
    bail_currency_id: id,
    fee_rate: dec,
    pay_minutes: z.array(z.int()),
    confirm_minutes: z.int(),
    unfinished_max: z.int(),
  }),
  gift: z.object({ fee_rate: dec, min: dec, max: dec }),
  red_packet: z.object({ max: z.int(), scale: z.int(), hours: z.int(), currency_id: id }),
  revoke_ms: whole,
  /** For so long a text may be edited. */
  edit_ms: z.optional(whole),
  /** After so many days what ended without a trade leaves the histories. */
  keep_days: z.optional(z.int()),
  upload: z.object({ max_bytes: whole, types: z.array(z.string()), folders: z.array(z.string()) }),
  news_categories: z.record(z.string(), z.int()),
  chat_base: z.string(),
  customer_url: z.nullable(z.string()),
  /** The sections of the tab bar in their order, where the operator has chosen others than the usual five. */
  tabs: z.optional(z.array(z.string())),
  features: z.record(z.string(), flag),
  default_powers: z.array(z.string()),
  server_now_ms: ms,
})
export type Setting = z.output<typeof setting>

export const areaCode = z.object({ id, name: z.string(), area_code: z.string(), lang })
export type AreaCode = z.output<typeof areaCode>

export const upload = z.object({
  url: z.string(),
  relativePath: z.string(),
  fileName: z.string(),
  fileSuffix: z.string(),
  fileSize: whole,
  size: whole,
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  contentDuration: z.nullable(z.int()),
})
export type Upload = z.output<typeof upload>
export const uploadFolders = ['app', 'kyc', 'voucher', 'avatar', 'chat'] as const
export type UploadFolder = (typeof uploadFolders)[number]

const noInput = z.strictObject({})

export const platform = {
  setLang: change({
    description: 'Choose the language of answers and mail.',
    method: 'POST',
    path: 'set/lang',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ lang: z.string().check(z.maxLength(16)) }),
    output: lang,
    refusals: ['lang_unknown'],
  }),
  getLang: read({
    description: 'Read the chosen language.',
    method: 'POST',
    path: 'get/lang',
    aliases: ['set/get/lang'],
    who: 'any',
    wrap: 'plain',
    input: noInput,
    output: lang,
    refusals: [],
  }),
  customerUrl: read({
    description: 'Read where customer service is reached.',
    method: 'POST',
    path: 'set/get_customer_url',
    who: 'any',
    wrap: 'plain',
    input: noInput,
    output: z.object({ customer_url: z.nullable(z.string()), cover: z.nullable(z.string()), xtitle: z.string() }),
    refusals: [],
  }),
  settings: read({
    description: 'Read the public settings of the venue.',
    method: 'GET',
    path: 'config/getSetting',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ keyword: typed(40) }),
    output: z.union([setting, z.record(z.string(), z.unknown())]),
    refusals: ['keyword_unknown'],
  }),
  areaCodes: read({
    description: 'List the area codes, and whether codes are asked for.',
    method: 'POST',
    path: 'area_code',
    who: 'any',
    wrap: 'beside',
    input: z.strictObject({ lang: z.optional(lang) }),
    output: z.object({ message: z.array(areaCode), data: z.object({ verification: z.enum(['0', '1']) }) }),
    refusals: [],
  }),
  appDownload: read({
    description: 'Read where the apps are downloaded.',
    method: 'GET',
    path: 'task/download',
    who: 'any',
    wrap: 'plain',
    input: noInput,
    output: z.object({
      version: z.string(),
      version_code: z.int(),
      android_url: z.nullable(z.string()),
      ios_url: z.nullable(z.string()),
      h5_url: z.string(),
      qr: z.nullable(z.string()),
      size_bytes: z.nullable(z.int()),
      notes: z.string(),
      force: flag,
    }),
    refusals: [],
  }),
  search: read({
    description: 'Search markets, pages and texts.',
    method: 'GET',
    path: 'task/search',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ keyword: typed(40), limit: z.optional(whole.check(z.minimum(1), z.maximum(50))) }),
    output: z.object({
      coins: z.array(pair),
      pages: z.array(z.object({ path: z.string(), title_key: z.string() })),
      news: z.array(newsItem),
    }),
    refusals: ['keyword_required'],
  }),
  chatConfig: read({
    description: 'Read the configuration of the chat.',
    method: 'POST',
    path: 'sys/getAppConfig',
    who: 'any',
    wrap: 'chat',
    input: noInput,
    output: z.array(z.object({ configKey: z.string(), configValue: z.string() })),
    refusals: [],
  }),
  /** The caller's own files whose path begins with `prefixDir`, newest first; `nextMarker` leads on. */
  dirFiles: read({
    method: 'POST',
    path: 'fileServer/getByDir',
    who: 'in',
    wrap: 'chat',
    input: z.strictObject({
      prefixDir: str(100),
      nextMarker: z.optional(z.string().check(z.maxLength(100))),
      limit: z.optional(whole.check(z.minimum(1), z.maximum(100))),
    }),
    output: z.object({ files: z.array(upload), nextMarker: z.nullable(z.string()) }),
    refusals: ['folder_unknown'],
  }),
  /** Files that the venue itself offers: pictures for the chat. */
  sysFiles: read({
    method: 'POST',
    path: 'fileServer/getSysFiles',
    who: 'in',
    wrap: 'chat',
    input: z.strictObject({
      pageNum: z.optional(whole.check(z.minimum(1))),
      pageSize: z.optional(whole.check(z.minimum(1), z.maximum(100))),
      kind: z.optional(z.enum(['emoji', 'sticker', 'avatar'])),
    }),
    output: z.object({ records: z.array(upload), total: z.int(), pageNum: z.int(), pageSize: z.int() }),
    refusals: [],
  }),
  /** An upload of the operator becomes a picture of the venue, or is offered no more; sent ones stay as they are. */
  offerSticker: change({
    description: 'Offer an uploaded picture to everybody as a sticker, or take it out of the set.',
    method: 'POST',
    path: 'fileServer/offerSticker',
    who: 'pw:deskNews',
    wrap: 'chat',
    input: z.strictObject({ relativePath: str(100), isOn: flag }),
    output: upload,
    refusals: ['file_unknown', 'file_type'],
  }),
  latestVersion: read({
    description: 'Read the latest version of the app.',
    method: 'POST',
    path: 'sys/getLatestVersion',
    who: 'any',
    wrap: 'chat',
    input: z.strictObject({ platFrom: z.optional(whole) }),
    output: z.object({
      versionNum: z.string(),
      versionCode: z.int(),
      force: flag,
      url: z.nullable(z.string()),
      notes: z.string(),
    }),
    refusals: [],
  }),
}

export const settingsChanged = z.object({
  ev: z.literal('platform.settingsChanged'),
  v: z.object({ names: z.array(z.string()) }),
  why: z.optional(z.string()),
})

export const platformSpec = spec({
  about: 'Settings, languages, search and versions.',
  calls: platform,
  events: [settingsChanged],
  channels: {},
})
