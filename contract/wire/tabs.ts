/** The sections that the tab bar may have; the operator chooses some of them. */
export const tabSections = ['home', 'spot', 'contracts', 'finance', 'chat', 'assets'] as const
export type TabSection = (typeof tabSections)[number]
export const isTabSection = (name: string): name is TabSection => tabSections.some((each) => each === name)
/** Sections as a setting says them. */
export const tabsIn = (text: string): readonly string[] => text.split(',').map((part) => part.trim())
