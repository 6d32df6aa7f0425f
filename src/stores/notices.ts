import { flagOf, nameOfKey, readStored, writeStored } from '#src/lib/storage.ts'
import { create } from 'zustand'

const nameOf = (account: number) => `notices.${account}`
type State = { readonly account: number | null; readonly isOn: boolean }
/** Whether who is logged in wants to be told of messages by the system, on this device. */
export const useNotices = create<State>()(() => ({ account: null, isOn: false }))

const read = (account: number) => readStored(nameOf(account), flagOf) ?? false
export const openNotices = (account: number) => {
  if (useNotices.getState().account !== account) useNotices.setState({ account, isOn: read(account) })
}
export const closeNotices = () => useNotices.setState({ account: null, isOn: false })
export const wantNotices = (account: number, isOn: boolean) => {
  writeStored(nameOf(account), isOn)
  useNotices.setState({ account, isOn })
}
/** Follows the choice in other tabs; returns the function that stops it. */
export const followNotices = () => {
  const take = ({ key }: StorageEvent) => {
    const { account } = useNotices.getState()
    if (account !== null && nameOfKey(key) === nameOf(account)) useNotices.setState({ account, isOn: read(account) })
  }
  addEventListener('storage', take)
  return () => removeEventListener('storage', take)
}
