import { defineWords } from "../../../i18n/words.ts"

/** What the window of saved views says. */
export const viewsWords = defineWords({
  en: {
    title: "Saved views",
    hint: "A view keeps the filter, the tab, the sorting and the columns. Views are kept in this browser.",
    name: "Name of this view",
    save: "Save this view",
    replace: "Replace this view",
    keeps: "It keeps",
    everything: "all robots by name, without live columns",
    none: "No view is saved yet.",
    rename: "Rename",
    renameTo: (name: string) => `New name of ${name}`,
    done: "Done",
    remove: "Delete",
    unread: "The views of this browser cannot be read: its storage is forbidden, or something else wrote it.",
    unkept: "This browser keeps nothing: its storage is full or forbidden. The change lasts as long as this page.",
    tooMany: "Twenty views are kept. Delete one first."
  },
  de: {
    title: "Gespeicherte Ansichten",
    hint: "Eine Ansicht behält Filter, Reiter, Sortierung und Spalten. Ansichten bleiben in diesem Browser.",
    name: "Name dieser Ansicht",
    save: "Diese Ansicht speichern",
    replace: "Diese Ansicht ersetzen",
    keeps: "Sie behält",
    everything: "alle Roboter nach Namen, ohne Live-Spalten",
    none: "Noch ist keine Ansicht gespeichert.",
    rename: "Umbenennen",
    renameTo: (name) => `Neuer Name von ${name}`,
    done: "Fertig",
    remove: "Löschen",
    unread:
      "Die Ansichten dieses Browsers sind nicht lesbar: Sein Speicher ist verboten, oder etwas anderes hat ihn beschrieben.",
    unkept:
      "Dieser Browser behält nichts: Sein Speicher ist voll oder verboten. Die Änderung hält so lange wie diese Seite.",
    tooMany: "Zwanzig Ansichten sind gespeichert. Löschen Sie zuerst eine."
  }
})
