export const BY_PLAYWRIGHT: readonly string[]
export const WITHOUT_UNSEEN: string
