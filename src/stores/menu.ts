import { create } from 'zustand'

/** Whether the side menu is open; every page may open it, the shell shows it. */
export const useMenu = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))
export const openMenu = () => useMenu.setState({ isOpen: true })
export const closeMenu = () => useMenu.setState({ isOpen: false })
