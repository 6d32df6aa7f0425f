/**
 * Words that only a demo says, in every language of the app: `demo-words.test.ts` compares them with the sentences. Not
 * the range that is shown (顯示範圍), in which two of them meet.
 */
export const demoWords =
  /\bdemo\b|demostraci|play money|made up|simulat|simulad|fictici|模擬|模拟|示範(?![圍囲])|示范(?!围)|演示|デモ|シミュレ|모의|데모|시뮬레이션|จำลอง|สาธิต/i

/** The first words of a demo in a text, with what stands around them; null where there are none. */
export function demoIn(text: string): string | null {
  const found = demoWords.exec(text)
  return found && text.slice(Math.max(0, found.index - 60), found.index + 60)
}
