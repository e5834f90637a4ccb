import { formatCount } from "./numbers.ts"

const words = {
  en: ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"],
  de: ["Kein", "Ein", "Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben", "Acht", "Neun", "Zehn", "Elf", "Zwölf"]
} as const

const speller =
  (known: ReadonlyArray<string>) =>
  (count: number): string =>
    known[count] ?? formatCount(count)

/** A count at the beginning of a sentence: in words up to twelve, in digits beyond. */
export const spelled = { en: speller(words.en), de: speller(words.de) }
