/** The tab's own storage. Where the browser forbids it, or has no room, what is put there lasts as long as the page. */
const memory = new Map<string, string>()

export const tabStorage = {
  get: (key: string): string | null => {
    try {
      return memory.get(key) ?? sessionStorage.getItem(key)
    } catch {
      return memory.get(key) ?? null
    }
  },
  set: (key: string, value: string): void => {
    try {
      sessionStorage.setItem(key, value)
      memory.delete(key)
    } catch {
      memory.set(key, value)
    }
  },
  remove: (key: string): void => {
    memory.delete(key)
    try {
      sessionStorage.removeItem(key)
    } catch {
      // There is nothing to take away.
    }
  }
}

const takes = (storage: () => Storage): boolean => {
  const key = "fleet-console:probe"
  try {
    storage().setItem(key, key)
    storage().removeItem(key)
    return true
  } catch {
    return false
  }
}

/** Whether anything lasts from one page to the next: a sign-in goes to the portal and comes back. */
export const keepsAnything = (): boolean => takes(() => localStorage) || takes(() => sessionStorage)
