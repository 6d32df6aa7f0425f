import type { CallWish } from '#contract/chat/chat-call.ts'
import { create } from 'zustand'

type Calls = {
  /** The layer of calls is loaded: one was heard of, is wanted, or went on in this tab before it was loaded anew. */
  readonly isOn: boolean
  readonly wish: CallWish | null
}
/** Under this name the page that goes in the middle of a call leaves what it is called. */
export const callTabName = 'kontor.callTab'
const wentOn = () => {
  try {
    return sessionStorage.getItem(callTabName) !== null
  } catch {
    return false
  }
}
export const useCalls = create<Calls>()(() => ({ isOn: wentOn(), wish: null }))

/** Whom the person wants to call, for the layer of calls to take up. */
export const placeCall = (wish: CallWish) => useCalls.setState({ isOn: true, wish })
