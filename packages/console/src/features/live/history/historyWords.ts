import { defineWords } from "../../../i18n/words.ts"

const hours = (span: string) => (span.endsWith("h") ? `${span.slice(0, -1)}\u202fh` : undefined)

export const historyWords = defineWords({
  en: {
    history: "History",
    historyOf: (slug: string) => `History of ${slug}`,
    span: "How far back",
    spanOf: (span: string) => hours(span) ?? `${span.slice(0, -1)}\u202fdays`,
    earlier: "Earlier",
    later: "Later",
    noLater: "There is nothing after now",
    by: "One value for each",
    stepOf: (step: string): string =>
      ({ all: "Every value", "1m": "By minute", "10m": "By 10 minutes", "1h": "By hour", "1d": "By day" })[step] ??
      step,
    aggregate: "Of each",
    avg: "Average",
    min: "Least",
    max: "Greatest",
    last: "Last",
    close: "Close the history",
    fromTo: (from: string, to: string, zone: string) => `${from} to ${to}, ${zone}`,
    notRecorded: (slug: string) => `${slug} is not recorded, so there is no history of it.`,
    record: "Record it",
    nothing: "Nothing was recorded in this time.",
    truncated: "There is more in this time than one page takes: these are the first values.",
    chartOf: (slug: string, low: string, high: string) => `${slug} between ${low} and ${high}`
  },
  de: {
    history: "Verlauf",
    historyOf: (slug) => `Verlauf von ${slug}`,
    span: "Wie weit zurück",
    spanOf: (span) => hours(span) ?? `${span.slice(0, -1)}\u202fTage`,
    earlier: "Früher",
    later: "Später",
    noLater: "Nach jetzt gibt es nichts",
    by: "Ein Wert für jeden Abschnitt",
    stepOf: (step) =>
      ({ all: "Jeder Wert", "1m": "Je Minute", "10m": "Je 10 Minuten", "1h": "Je Stunde", "1d": "Je Tag" })[step] ??
      step,
    aggregate: "Davon",
    avg: "Mittel",
    min: "Kleinster",
    max: "Größter",
    last: "Letzter",
    close: "Verlauf schließen",
    fromTo: (from, to, zone) => `${from} bis ${to}, ${zone}`,
    notRecorded: (slug) => `${slug} wird nicht aufgezeichnet; es gibt keinen Verlauf davon.`,
    record: "Aufzeichnen",
    nothing: "In dieser Zeit wurde nichts aufgezeichnet.",
    truncated: "In dieser Zeit liegt mehr, als auf eine Seite geht: Dies sind die ersten Werte.",
    chartOf: (slug, low, high) => `${slug} zwischen ${low} und ${high}`
  }
})
