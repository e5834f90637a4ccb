/** Text that the service has not taken, kept in the tab: it is there after a reload or a second sign-in. */
export interface Kept {
  readonly text: string
  /** The text it was made from; null where the tab has no room for both. */
  readonly base: string | null
  readonly tag: string | undefined
  readonly atMs: number
}

const keyOf = (robotId: string) => `fleet-console:draft:${robotId}`

/** Keeps the text, without its base where there is no room. Answers whether it is kept. */
export const keepText = (robotId: string, kept: Kept | null): boolean => {
  try {
    if (kept === null) sessionStorage.removeItem(keyOf(robotId))
    else sessionStorage.setItem(keyOf(robotId), JSON.stringify(kept))
    return true
  } catch {
    if (kept === null || kept.base === null) return false
    return keepText(robotId, { ...kept, base: null })
  }
}

/** What an earlier page of this tab kept. */
export const readKept = (robotId: string): Kept | null => {
  try {
    const written = sessionStorage.getItem(keyOf(robotId))
    const kept = written === null ? null : (JSON.parse(written) as Partial<Kept>)
    return typeof kept?.text === "string"
      ? { text: kept.text, base: kept.base ?? null, tag: kept.tag, atMs: kept.atMs ?? 0 }
      : null
  } catch {
    return null
  }
}
