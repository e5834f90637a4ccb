import { defineWords } from "../../i18n/words.ts"

/** What the window of columns says. */
export const columnWords = defineWords({
  en: {
    columns: "Columns",
    columnLive: "Live values by slug",
    columnHint: "Up to six slugs, with commas between them. Robots without the slug show a dash.",
    published: "Published by robots of this list",
    publishedBy: (robots: number, asked: number) => (robots === asked ? "all of them" : `${robots} of ${asked}`),
    none: "The robots of this list publish no datapoint.",
    full: "Six columns are as many as a row holds",
    apply: "Apply"
  },
  de: {
    columns: "Spalten",
    columnLive: "Live-Werte nach Slug",
    columnHint: "Bis zu sechs Slugs, durch Kommas getrennt. Roboter ohne den Slug zeigen einen Strich.",
    published: "Von Robotern dieser Liste veröffentlicht",
    publishedBy: (robots, asked) => (robots === asked ? "von allen" : `${robots} von ${asked}`),
    none: "Die Roboter dieser Liste veröffentlichen keinen Datenpunkt.",
    full: "Mehr als sechs Spalten fasst eine Zeile nicht",
    apply: "Übernehmen"
  }
})
