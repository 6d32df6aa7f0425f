import { Refusal } from '#server/core/refusal.ts'

/** Characters that look like Latin letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  с: 'c',
  е: 'e',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  х: 'x',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  '|': 'i',
  ı: 'i',
  ł: 'l',
  ø: 'o',
}
/**
 * Two forms of a name for comparison: without invisible characters, spaces and punctuation; and the same in Latin
 * letters without accents.
 */
const skeletonsOf = (name: string) => {
  const shown = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\s\p{P}]/gu, '')
  const bare = shown
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
  return [shown, [...bare].map((letter) => lookAlikes[letter] ?? letter).join('')]
}
const isInvisible = (name: string) => name.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]/gu, '') === ''

/** Names that could be mistaken for staff of the platform, in all seven languages. */
const reserved =
  /official|support|admin|service|kontor|客服|官方|管理|サポート|公式|運営|관리자|고객|공식|soporte|oficial|ฝ่ายบริการ|ทางการ|แอดมิน/i
/** Refuses a name that nobody can see, or that could be mistaken for staff. */
export const checkName = (name: string) => {
  if (isInvisible(name)) throw new Refusal('name_required')
  if (skeletonsOf(name).some((skeleton) => reserved.test(skeleton))) throw new Refusal('name_reserved')
}
