import { useSyncExternalStore } from "react"

/** What of the list's address a view keeps. */
export interface ViewSearch {
  readonly q?: string
  readonly view?: string
  readonly sort?: string
  readonly cols?: string
}

/** A query with its columns, under a name. */
export interface SavedView {
  readonly name: string
  readonly search: ViewSearch
}

/** `unread`: what is kept here cannot be read. `unkept`: the newest change lasts as long as the page. */
type ViewsTrouble = "unread" | "unkept" | undefined

export const longestName = 40
export const mostViews = 20

const parts = ["q", "view", "sort", "cols"] as const

/** Without what is empty, and without what is so by itself. */
export const viewSearchOf = (search: { readonly [Part in keyof ViewSearch]?: unknown }): ViewSearch => {
  const found: { -readonly [Part in keyof ViewSearch]: string } = {}
  for (const part of parts) {
    const value = search[part]
    if (typeof value !== "string" || value === "") continue
    if ((part === "view" && value === "all") || (part === "sort" && value === "name")) continue
    found[part] = value
  }
  return found
}

export const isSameSearch = (a: ViewSearch, b: ViewSearch): boolean => parts.every((part) => a[part] === b[part])

const isView = (
  value: unknown
): value is { readonly name: string; readonly search: Readonly<Record<string, unknown>> } => {
  if (typeof value !== "object" || value === null) return false
  const { name, search } = value as Readonly<Record<string, unknown>>
  return typeof name === "string" && name.trim() !== "" && typeof search === "object" && search !== null
}

const readViews = (text: string | null): ReadonlyArray<SavedView> => {
  const kept: unknown = JSON.parse(text ?? "[]")
  if (!Array.isArray(kept)) throw new Error("not a list of views")
  return kept
    .filter(isView)
    .slice(0, mostViews)
    .map(({ name, search }) => ({ name: name.slice(0, longestName), search: viewSearchOf(search) }))
}

/** The same name is the same view, however it is written. */
const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** A view under its name: a new one comes last, one of that name is replaced where it stands. */
export const withView = (views: ReadonlyArray<SavedView>, view: SavedView): ReadonlyArray<SavedView> => {
  const at = views.findIndex(({ name }) => sameName(name, view.name))
  const named = { name: view.name.trim().slice(0, longestName), search: view.search }
  return at < 0 ? [...views, named].slice(0, mostViews) : views.with(at, named)
}

export const withoutView = (views: ReadonlyArray<SavedView>, name: string): ReadonlyArray<SavedView> =>
  views.filter((view) => !sameName(view.name, name))

/** What is kept of an organisation on this device. */
export interface KeptViews {
  readonly views: ReadonlyArray<SavedView>
  readonly trouble: ViewsTrouble
}

const none: KeptViews = { views: [], trouble: undefined }

/** The views of each organisation in the browser's storage, which may be full, forbidden or written by something else. */
export class SavedViews {
  readonly #storage: () => Pick<Storage, "getItem" | "setItem">
  readonly #kept = new Map<string, KeptViews>()
  readonly #listeners = new Set<() => void>()

  constructor(storage: () => Pick<Storage, "getItem" | "setItem">) {
    this.#storage = storage
  }

  /** The same object until it changes. */
  of(orgId: string | undefined): KeptViews {
    if (orgId === undefined) return none
    const known = this.#kept.get(orgId)
    if (known !== undefined) return known
    let read: KeptViews
    try {
      read = { views: readViews(this.#storage().getItem(this.keyOf(orgId))), trouble: undefined }
    } catch {
      read = { views: [], trouble: "unread" }
    }
    this.#kept.set(orgId, read)
    return read
  }

  set(orgId: string, views: ReadonlyArray<SavedView>): void {
    let trouble: ViewsTrouble
    try {
      this.#storage().setItem(this.keyOf(orgId), JSON.stringify(views))
    } catch {
      trouble = "unkept"
    }
    this.#kept.set(orgId, { views, trouble })
    this.#tell()
  }

  /** Another tab wrote this key, or all of them with null. */
  changed(key: string | null): void {
    for (const orgId of this.#kept.keys()) if (key === null || key === this.keyOf(orgId)) this.#kept.delete(orgId)
    this.#tell()
  }

  keyOf(orgId: string): string {
    return `fleet-console:views:${orgId}`
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const savedViews = new SavedViews(() => localStorage)

const subscribe = (listener: () => void) => {
  const onStorage = (event: StorageEvent) => savedViews.changed(event.key)
  window.addEventListener("storage", onStorage)
  const leave = savedViews.onChange(listener)
  return () => {
    leave()
    window.removeEventListener("storage", onStorage)
  }
}

/** The views that are kept of an organisation on this device. */
export const useSavedViews = (orgId: string | undefined): KeptViews =>
  useSyncExternalStore(subscribe, () => savedViews.of(orgId))
