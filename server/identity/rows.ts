import type { AccountType } from '#contract/session/session.ts'
import type { DocumentKind } from '#contract/kyc/kyc.ts'
import type { KycStatus } from '#contract/kyc/kyc-status.ts'
import type { ApiArea, ApiScope } from '#contract/wire/endpoint.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { termsOfWord } from '#server/core/search.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { text } from '#server/core/table-def.ts'
import { openPasskeys } from './passkey-rows.ts'
import { openPushes } from './pushes.ts'

export type User = {
  id: number
  nickname: string
  avatar: string | null
  email: string | null
  /** `<area code>-<digits>` */
  mobile: string | null
  password: string
  pin: string | null
  inviter: number | null
  /** Invitation code. */
  code: string
  line: string | null
  lang: Lang
  agentLevel: number
  powers: readonly string[]
  accountUntil: number
  tradeUntil: number
  withdrawUntil: number
  lockReason: string | null
  signature: string | null
  sex: 'unset' | 'male' | 'female'
  address: string | null
  createdAt: number
  /** The word in every message of the venue to this account; users of older releases have none. */
  mailWord?: string | null
  /** Since when its owner has frozen it; users of older releases never did. */
  frozenAt?: number | null
  /** Markets in the order in which they were kept; users of older releases have none. */
  favourites?: readonly string[]
}
/** One login; `id` is the hash of its token, which only the client has. */
export type Session = {
  id: string
  user: number
  kind: 'main' | 'chat'
  device: string
  createdAt: number
  usedAt: number
  /** Browser and system, and the coarse address it came from; sessions of older releases do not say. */
  agent?: string | null
  place?: string | null
}
/** A device with which the owner of an account has logged in; `net` is a keyed hash of the address it came from. */
export type Device = { id: string; user: number; usedAt: number; net?: string | null }
/**
 * A key with which a program acts for a user; `id` is the hash of its secret, `no` its public name, `usedAt` is kept to
 * the hour.
 */
export type ApiKeyRow = {
  id: string
  no: string
  user: number
  name: string
  scope: ApiScope
  areas?: readonly ApiArea[]
  hint: string
  createdAt: number
  usedAt: number | null
  /** When it ends by itself, and from where alone it counts; keys of older releases have neither. */
  expiresAt?: number | null
  addresses?: readonly string[]
  /** What it may order at most, in the base coin, and where; and what it has ordered on its last day (UTC). */
  maxOrder?: string
  maxDay?: string
  markets?: readonly string[]
  ordered?: { readonly day: number; readonly worth: string }
}
/**
 * The authenticator app of a user; it protects nothing until it is confirmed. `step` is that of the last accepted code,
 * `recovery` are hashes.
 */
export type Authenticator = {
  user: number
  secret: string
  step: number
  recovery: readonly string[]
  confirmedAt: number | null
}
/** Counter of guesses at a secret, raised before the guess is compared; no guess is accepted before `until`. */
type Guess = { id: string; count: number; until: number; lastAt: number }
/**
 * The verification code of one target for one purpose; `digest` is null once it is used. `twin` is another row with the
 * same code.
 */
type Code = {
  id: string
  digest: string | null
  expires: number
  guesses: number
  sentAt: readonly number[]
  twin?: string
}
export type Kyc = {
  id: string
  user: number
  level: 1 | 2
  status: KycStatus
  reason: string | null
  name: string | null
  country: string | null
  card: string | null
  /** What kind of document it is; rows of older releases do not say. */
  cardType?: DocumentKind | null
  address: string | null
  front: string | null
  reverse: string | null
  hand: string | null
  submittedAt: number | null
  reviewedAt: number | null
  rev: number
  /** Which application of this level it is, counted from 1; rows of older releases do not say. */
  round?: number
}
/** An uploaded file; `id` is its relative path. */
/** Whose files are that clients of earlier venues send before they say who they are. */
export const nobody = -1
export type FileRow = {
  id: string
  user: number
  folder: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
  at: number
  /** Whether a form has named it; files of older releases do not say. */
  isUsed?: boolean
  /** The address that has sent a file of nobody. */
  from?: string
}

/** Pictures of a chat belong to their message, which names them by link. */
const keptFolders = new Set(['app', 'chat'])
/** The group of files that no form has named yet; those of older releases do not say whether one has, and are kept. */
export const unusedFiles = ({ folder, user, isUsed }: FileRow) =>
  isUsed === false && (user === nobody || !keptFolders.has(folder)) ? 'all' : null

/** What the desk asks a person for before it decides a case, and the answer. */
export type AskRow = {
  id: number
  caseId: string
  user: number
  by: number
  text: string
  at: number
  /** Until when an answer is waited for. */
  until: number
  answer: string | null
  files: readonly string[]
  answeredAt: number | null
  /** The case was decided, or another question took its place. */
  closedAt: number | null
}
export const askTable = 'asks'

/** What a mail address has before its host, by a part of which the desk finds somebody. */
export const localOf = (email: string) => email.slice(0, email.indexOf('@'))
/** The term by which a phone is found by its end, which has at least so many digits. */
export const mobileEnd = 5
export const mobileTerm = (mobile: string) => `#${mobile.replace(/\D/g, '').slice(-mobileEnd)}`

/** Addresses that differ only in case and spacing are the same; null for none. */
export const addressKey = (address: string | null) =>
  address
    ?.toLowerCase()
    .replace(/[\s,.]+/g, ' ')
    .trim() || null
export const kycId = (user: number, level: 1 | 2) => `${user}:${level}`
export type Target = { type: AccountType; id: string }

export const createIdentityTables = (open: OpenTable) => ({
  users: open<User>({
    name: 'users',
    key: 'int',
    id: ({ id }) => id,
    unique: { email: ({ email }) => email, mobile: ({ mobile }) => mobile, code: ({ code }) => code },
    groups: { inviter: ({ inviter }) => inviter, staff: ({ powers }) => (powers.length > 0 ? 'all' : null) },
    terms: ({ nickname, email, mobile }) => [
      ...termsOfWord(nickname),
      ...(email === null ? [] : termsOfWord(localOf(email))),
      ...(mobile === null ? [] : [mobileTerm(mobile)]),
    ],
  }),
  sessions: open<Session>({ name: 'sessions', key: 'text', id: ({ id }) => id, groups: { user: ({ user }) => user } }),
  devices: open<Device>({ name: 'devices', key: 'text', id: ({ id }) => id, groups: { user: ({ user }) => user } }),
  apiKeys: open<ApiKeyRow>({
    name: 'api_keys',
    key: 'text',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
    unique: { no: ({ no }) => no },
  }),
  asks: open<AskRow>({
    name: askTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ closedAt }) => closedAt === null,
    columns: { case_id: text(({ caseId }) => caseId) },
    paths: [['case_id']],
    groups: { user: ({ user }) => user, case: ({ caseId }) => caseId },
  }),
  authenticators: open<Authenticator>({ name: 'authenticators', key: 'int', id: ({ user }) => user }),
  guesses: open<Guess>({ name: 'guesses', key: 'text', id: ({ id }) => id }),
  codes: open<Code>({ name: 'codes', key: 'text', id: ({ id }) => id }),
  kycs: open<Kyc>({
    name: 'kycs',
    key: 'text',
    id: ({ id }) => id,
    groups: {
      user: ({ user }) => user,
      card: ({ card }) => card?.toUpperCase() ?? null,
      address: ({ address }) => addressKey(address),
    },
    unique: {
      card: ({ card, level, status }) =>
        level === 1 && card !== null && (status === 'passed' || status === 'underReview') ? card.toUpperCase() : null,
    },
  }),
  pushes: openPushes(open),
  ...openPasskeys(open),
  files: open<FileRow>({
    name: 'files',
    key: 'text',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user, unused: unusedFiles },
    sum: ({ size }) => size,
  }),
})
export type IdentityTables = ReturnType<typeof createIdentityTables>
