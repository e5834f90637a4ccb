/** Where a session is kept. Every method may answer later. */
export interface SessionStorage {
  get(key: string): string | null | Promise<string | null>
  set(key: string, value: string): void | Promise<void>
  remove(key: string): void | Promise<void>
}

/** Keeps a session until the page or process ends. */
export const memoryStorage = (): SessionStorage => {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key)
  }
}

type Area = Pick<Storage, "getItem" | "setItem" | "removeItem">

const attempt = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

/**
 * Keeps a session in the browser, shared by all tabs of the origin. Where that is full or forbidden it is kept for this tab,
 * and where that is too, or in the area given, for as long as the page lasts.
 */
export const browserStorage = (given?: Area): SessionStorage => {
  const named =
    given === undefined ? [attempt(() => globalThis.localStorage), attempt(() => globalThis.sessionStorage)] : [given]
  const areas = named.filter((area) => area != null)
  const memory = new Map<string, string>()
  const put = (area: Area, key: string, value: string) => attempt(() => (area.setItem(key, value), true)) === true
  const remove = (key: string) => {
    memory.delete(key)
    for (const area of areas) attempt(() => area.removeItem(key))
  }
  return {
    get: (key) => {
      for (const area of areas) {
        const value = attempt(() => area.getItem(key))
        if (typeof value === "string") return value
      }
      return memory.get(key) ?? null
    },
    set: (key, value) => {
      const [first] = areas
      if (first !== undefined && put(first, key, value)) return
      // What was there before is over, and its room may be what lacks.
      remove(key)
      if (!areas.some((area) => put(area, key, value))) memory.set(key, value)
    },
    remove
  }
}
