import { defineWords } from "../i18n/words.ts"

/** What is said above a page while its service is in trouble. */
export const troubleWords = defineWords({
  en: {
    oldSince: (time: string) => `Some of this page is from ${time}.`,
    oldHint: "It could not be read again since then.",
    slow: "The service takes longer than usual to answer.",
    seconds: (count: number) => `${count} s`
  },
  de: {
    oldSince: (time) => `Ein Teil dieser Seite ist von ${time}.`,
    oldHint: "Er ließ sich seither nicht neu lesen.",
    slow: "Der Dienst braucht länger als sonst für eine Antwort.",
    seconds: (count) => `${count} s`
  }
})
