import { useSyncExternalStore } from "react"

/** The languages of the console. */
export type Language = "en" | "de"
export const languages: ReadonlyArray<Language> = ["en", "de"]

/** A message is a text, or a function of the values in it. */
type Message = string | ((...values: ReadonlyArray<never>) => string)

type Widened<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string
}

export interface Words<Catalogue> {
  readonly en: Catalogue
  readonly de: Widened<Catalogue>
}

/** One catalogue in every language: a message that one of them lacks, or that takes other values, is a type error. */
export const defineWords = <const Catalogue extends Readonly<Record<string, Message>>>(
  words: Words<Catalogue>
): Words<Widened<Catalogue>> => words as unknown as Words<Widened<Catalogue>>

/** Text of another length in letters that no message has by itself: shows what is cut off, and what has no message. */
const pseudo = (text: string): string =>
  `[${text
    .replace(/\S+/g, (word) => word + "~".repeat(Math.ceil(word.length * 0.4)))
    .replace(/[aeiou]/g, (letter) => ({ a: "å", e: "é", i: "î", o: "ö" })[letter] ?? "ü")}]`

let current: Language = "en"
let isPseudo = false
const listeners = new Set<() => void>()

export const language = (): Language => current
/** For `Intl`: numbers and times are written as the page's language does. */
export const locale = (): string => (current === "de" ? "de-DE" : "en-GB")

export const setLanguage = (next: Language): void => {
  current = next
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}

/** Lengthens every message, to find what is too narrow and what was never translated. */
export const setPseudoLanguage = (on: boolean): void => {
  isPseudo = on
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const snapshot = () => (isPseudo ? `${current}~` : current)

/** Renders anew when the language changes. */
export const useLanguage = (): Language => {
  useSyncExternalStore(subscribe, snapshot)
  return current
}

const lengthened = <Catalogue extends object>(catalogue: Catalogue): Catalogue =>
  new Proxy(catalogue, {
    get: (target, key) => {
      const message: unknown = Reflect.get(target, key)
      if (typeof message === "string") return pseudo(message)
      if (typeof message !== "function") return message
      return (...values: ReadonlyArray<unknown>) => pseudo(String(Reflect.apply(message, undefined, values)))
    }
  })

/** The messages of a catalogue in the page's language, outside of React. */
export const wordsNow = <Catalogue extends object>(words: { readonly en: Catalogue; readonly de: Catalogue }) =>
  isPseudo ? lengthened(words[current]) : words[current]

/** The messages of a catalogue in the page's language. */
export const useWords = <Catalogue extends object>(words: { readonly en: Catalogue; readonly de: Catalogue }) => {
  useLanguage()
  return wordsNow(words)
}

const rules: Partial<Record<Language, Intl.PluralRules>> = {}

/** The form for a count: English and German have `one` and `other`. */
export const plural = (count: number, forms: { readonly one: string; readonly other: string }): string => {
  const rule = (rules[current] ??= new Intl.PluralRules(current))
  return rule.select(count) === "one" ? forms.one : forms.other
}
