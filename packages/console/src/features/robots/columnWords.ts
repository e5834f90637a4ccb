import { defineWords } from "../../i18n/words.ts"

/** What the window of columns says. */
export const columnWords = defineWords({
  en: {
    columns: "Columns",
    columnLive: "Live values by slug",
    columnHint: "Up to six slugs, with commas between them. Robots without the slug show a dash.",
    apply: "Apply"
  },
  de: {
    columns: "Spalten",
    columnLive: "Live-Werte nach Slug",
    columnHint: "Bis zu sechs Slugs, durch Kommas getrennt. Roboter ohne den Slug zeigen einen Strich.",
    apply: "Übernehmen"
  }
})
