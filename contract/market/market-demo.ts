/** How an address or an account for play money begins. */
export const demoWord = 'DEMO'
export const isDemoAddress = (text: string) => text.startsWith(`${demoWord}-`)
