/** The draft of a withdrawal by bank; choosing the method on its own page changes `way` in it. */
export const bankDraft = { name: 'withdraw.bank', first: { way: '', fiat: 'HKD', amount: '', code: '' } }
