import { newKey } from '#src/lib/new-key.ts'
import { callTabName } from '#src/stores/calls.ts'

let own: string | null = null

/**
 * The name of this page among those of its person. A page that is loaded anew goes on with its call; a tab that is
 * copied is another one, which is why the name is in the storage only while the page goes.
 */
export const callTab = () => {
  if (own !== null) return own
  try {
    own = sessionStorage.getItem(callTabName) ?? newKey()
    sessionStorage.removeItem(callTabName)
  } catch {
    own = newKey()
  }
  return own
}
/** Called when the page goes while it is in a call. */
export const keepCallTab = () => {
  try {
    if (own !== null) sessionStorage.setItem(callTabName, own)
  } catch {
    // Without storage a call ends with its page.
  }
}
