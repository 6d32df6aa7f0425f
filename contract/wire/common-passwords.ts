/**
 * The passwords that are tried first by whoever tries passwords, in small letters and without what stands after the
 * last letter.
 */
const common: ReadonlySet<string> = new Set(
  `password passwort passw0rd p@ssword p@ssw0rd pass admin administrator root login welcome letmein master dragon
  monkey shadow sunshine princess football baseball basketball superman batman iloveyou trustno flower hello freedom
  whatever qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc abc abcd abcde abcdef
  abcdefg abcabc aaa test tester guest user default changeme computer internet samsung google facebook michael
  jordan jessica ashley charlie daniel thomas andrew joshua killer hunter ranger summer winter spring autumn cookie
  pepper ginger cheese lovely loveme mustang corvette ferrari mercedes porsche bitcoin ethereum crypto kontor
  binance money dollar tether trader trading woaini wang woaiwojia nihao sakura doraemon pokemon naruto contrasena
  hola teamo amor futbol barcelona realmadrid sawasdee sarang`.split(/\s+/),
)
const rows = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv',
]

/**
 * True if a password is among the first that are guessed: a common word with or without digits after it, one repeated
 * group, a row of keys.
 */
export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase()
  if (text === '') return false
  if (/^(.{1,4})\1+$/.test(text)) return true
  if (rows.some((row) => row.includes(text) || [...row].toReversed().join('').includes(text))) return true
  return common.has(text) || common.has(text.replace(/[^a-z]+$/, ''))
}

/** The fund passwords that are tried first, beside those that `isCommonPin` knows by their form. */
const commonPins: ReadonlySet<string> = new Set(
  `112233 159753 159357 951753 789456 456123 147258 147852 258456 123654 123321 102030 100200 112211 332211
  445566 520131 321654 963852 741852`.split(/\s+/),
)
const circle = '01234567890123456789'
/**
 * True if a fund password is among the first that are guessed: one repeated group of up to three digits, a run, or a
 * common one.
 */
export const isCommonPin = (pin: string): boolean =>
  /^(\d{1,3})\1+$/.test(pin) ||
  circle.includes(pin) ||
  circle.includes([...pin].toReversed().join('')) ||
  commonPins.has(pin)

/** How strong a password is, from 0 (refused as common) to 4, by its length and the kinds of its characters. */
export const passwordStrength = (password: string): 0 | 1 | 2 | 3 | 4 => {
  if (password === '' || isCommonPassword(password)) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const points = Math.min(new Set(password).size, password.length) + kinds * 2
  return points >= 20 ? 4 : points >= 15 ? 3 : points >= 11 ? 2 : 1
}
