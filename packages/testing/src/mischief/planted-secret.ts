/** The secret that every scripted failure of a provider tells: it may be shown to nobody. */

/** Looks like a key of a provider, and is none. */
export const plantedSecret = 'sk-mischief-4f1d0c'
