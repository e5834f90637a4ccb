import { useSyncExternalStore } from "react"
import { setSingleKeys } from "../commands/singleKeys.ts"
import { isZone, setZone } from "../format/times.ts"
import { type Language, languages, setLanguage, setPseudoLanguage } from "../i18n/words.ts"

export type Theme = "system" | "light" | "dark"
export type Density = "comfortable" | "compact"

/** How this person wants the console to look, on this device. */
export interface Preferences {
  readonly theme: Theme
  readonly density: Density
  /** Undefined: as the browser asks. */
  readonly language: Language | undefined
  /** An IANA name. Undefined: as this machine's clock. */
  readonly zone: string | undefined
  /** Single letters as commands. */
  readonly singleKeys: boolean
}

const key = "fleet-console:preferences"
const standard: Preferences = {
  theme: "system",
  density: "comfortable",
  language: undefined,
  zone: undefined,
  singleKeys: true
}

const read = (): Preferences => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as Readonly<Record<string, unknown>>
    return {
      theme: kept.theme === "light" || kept.theme === "dark" ? kept.theme : "system",
      density: kept.density === "compact" ? "compact" : "comfortable",
      language: languages.find((language) => language === kept.language),
      zone: typeof kept.zone === "string" && isZone(kept.zone) ? kept.zone : undefined,
      singleKeys: kept.singleKeys !== false
    }
  } catch {
    return standard
  }
}

const browserLanguage = (): Language => (navigator.language.toLowerCase().startsWith("de") ? "de" : "en")

let current = standard
const listeners = new Set<() => void>()

const apply = () => {
  const root = document.documentElement
  if (current.theme === "system") delete root.dataset.theme
  else root.dataset.theme = current.theme
  root.dataset.density = current.density
  setZone(current.zone)
  setSingleKeys(current.singleKeys)
  setLanguage(current.language ?? browserLanguage())
}

/** Takes what is kept, and what the address asks for once: `?pseudo` lengthens every message. */
export const loadPreferences = (): void => {
  current = read()
  apply()
  if (new URLSearchParams(location.search).has("pseudo")) setPseudoLanguage(true)
}

export const setPreferences = (change: Partial<Preferences>): void => {
  current = { ...current, ...change }
  try {
    localStorage.setItem(key, JSON.stringify(current))
  } catch {
    // A browser without storage forgets them with the page.
  }
  apply()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePreferences = () => useSyncExternalStore(subscribe, () => current)
