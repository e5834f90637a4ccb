const keyOf = (orgId: string) => `fleet-console:setup:${orgId}`
const putAway = new Set<string>()

/** Whether somebody put the list away on this device; for this page alone where the browser keeps nothing. */
export const isSetupAway = (orgId: string): boolean => {
  if (putAway.has(orgId)) return true
  try {
    return localStorage.getItem(keyOf(orgId)) !== null
  } catch {
    return false
  }
}

export const setSetupAway = (orgId: string, isAway: boolean): void => {
  if (isAway) putAway.add(orgId)
  else putAway.delete(orgId)
  try {
    if (isAway) localStorage.setItem(keyOf(orgId), "away")
    else localStorage.removeItem(keyOf(orgId))
  } catch {
    // Full or forbidden.
  }
}
