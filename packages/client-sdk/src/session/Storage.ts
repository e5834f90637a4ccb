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

/** Keeps a session in the browser, shared by all tabs of the origin. */
export const browserStorage = (
  area: Pick<Storage, "getItem" | "setItem" | "removeItem"> = globalThis.localStorage
): SessionStorage => ({
  get: (key) => area.getItem(key),
  set: (key, value) => area.setItem(key, value),
  remove: (key) => area.removeItem(key)
})
