import { defineWords, plural } from "../../i18n/words.ts"

/** What the window of columns says. */
export const columnWords = defineWords({
  en: {
    columns: "Columns",
    columnLive: "Live values by slug",
    columnHint: "Up to six slugs, with commas between them. Robots without the slug show a dash.",
    apply: "Apply",
    offered: "What the robots publish",
    find: "Find a slug",
    onRobots: (count: number, of: number) => `${count} of ${of} ${plural(of, { one: "robot", other: "robots" })}`,
    reading: (count: number, of: number) => `Reading what the robots publish: ${count} of ${of}.`,
    readFrom: (count: number, all: number) =>
      count < all
        ? `Read from ${count} of ${all} robots with a configuration. Slugs of others can be typed above.`
        : `Read from ${count} ${plural(count, { one: "robot", other: "robots" })}.`,
    noneHasAny: "No robot of the list has a published configuration yet.",
    noneFits: "No slug fits.",
    more: (count: number) => `and ${count} more: the filter finds them`,
    full: "Six columns are chosen. Take one out to choose another.",
    notRead: (count: number) => `${count} ${plural(count, { one: "robot", other: "robots" })} could not be read.`,
    readAgain: "Try again"
  },
  de: {
    columns: "Spalten",
    columnLive: "Live-Werte nach Slug",
    columnHint: "Bis zu sechs Slugs, durch Kommas getrennt. Roboter ohne den Slug zeigen einen Strich.",
    apply: "Übernehmen",
    offered: "Was die Roboter veröffentlichen",
    find: "Slug suchen",
    onRobots: (count, of) => `${count} von ${of} ${plural(of, { one: "Roboter", other: "Robotern" })}`,
    reading: (count, of) => `Gelesen wird, was die Roboter veröffentlichen: ${count} von ${of}.`,
    readFrom: (count, all) =>
      count < all
        ? `Gelesen von ${count} von ${all} Robotern mit Konfiguration. Slugs der anderen lassen sich oben eintippen.`
        : `Gelesen von ${count} ${plural(count, { one: "Roboter", other: "Robotern" })}.`,
    noneHasAny: "Noch hat kein Roboter der Liste eine veröffentlichte Konfiguration.",
    noneFits: "Kein Slug passt.",
    more: (count) => `und ${count} weitere: die Suche findet sie`,
    full: "Sechs Spalten sind gewählt. Nehmen Sie eine heraus, um eine andere zu wählen.",
    notRead: (count) => `${count} Roboter ${plural(count, { one: "ließ", other: "ließen" })} sich nicht lesen.`,
    readAgain: "Noch einmal"
  }
})
