/** What would be lost if the page were loaded anew now. */
const checks = new Set<() => boolean>()

/** While the check says so, the page is not loaded anew by itself. Answers how to withdraw it. */
export const busyWhile = (check: () => boolean): (() => void) => {
  checks.add(check)
  return () => void checks.delete(check)
}

/** Whether somebody types or drives, or has typed what is not saved. */
export const isBusy = (): boolean => [...checks].some((check) => check())
