/** The passwords that are tried first by whoever tries passwords, in small letters and without what stands after the last letter. */
const common: ReadonlySet<string> = new Set(
  `password passwort passw0rd p@ssword p@ssw0rd pass admin administrator root login welcome letmein master dragon monkey shadow sunshine princess
  football baseball basketball superman batman iloveyou trustno flower hello freedom whatever qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn
  zxcvbnm qazwsx qazwsxedc abc abcd abcde abcdef abcdefg abcabc aaa test tester guest user default changeme computer internet samsung google facebook
  michael jordan jessica ashley charlie daniel thomas andrew joshua killer hunter ranger summer winter spring autumn cookie pepper ginger cheese
  lovely loveme mustang corvette ferrari mercedes porsche bitcoin ethereum crypto kontor binance money dollar tether trader trading woaini
  wang woaiwojia nihao sakura doraemon pokemon naruto contrasena hola teamo amor futbol barcelona realmadrid sawasdee sarang`.split(/\s+/),
)
const rows = ['01234567890', '09876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1q2w3e4r5t6y7u8i9o0p', '1qaz2wsx3edc4rfv']

/** True if a password is among the first that are guessed: a common word with or without digits after it, one repeated group, a row of keys. */
export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase()
  if (text === '') return false
  if (/^(.{1,4})\1+$/.test(text)) return true
  if (rows.some((row) => row.includes(text) || [...row].toReversed().join('').includes(text))) return true
  return common.has(text) || common.has(text.replace(/[^a-z]+$/, ''))
}

/** How strong a password is, from 0 (refused as common) to 4, by its length and the kinds of its characters. */
export const passwordStrength = (password: string): 0 | 1 | 2 | 3 | 4 => {
  if (password === '' || isCommonPassword(password)) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const points = Math.min(new Set(password).size, password.length) + kinds * 2
  return points >= 20 ? 4 : points >= 15 ? 3 : points >= 11 ? 2 : 1
}
