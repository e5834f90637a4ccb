import { formatCount } from "../../format/numbers.ts"
import { defineWords, plural } from "../../i18n/words.ts"

export const words = defineWords({
  en: {
    title: "Robots",
    connect: "Connect a robot",
    filter: "Filter",
    filterHint: "Filter, as in state:firing latency:>100 -rover",
    views: "Views",
    viewAll: "All",
    viewOnline: "Online",
    viewAttention: "Needs attention",
    viewAwaiting: "Awaiting",
    columns: "Columns",
    savedViews: "Saved views",
    peek: (name: string) => `Look at ${name}`,
    peekRow: "Look at the robot of the row",
    closePeek: "Close the panel beside the list",
    peekKey: "look",
    name: "Name",
    state: "State",
    latency: "Latency",
    job: "Job",
    configuration: "Configuration",
    apps: "Apps",
    partial: "Alerts, jobs or health could not be read: a robot may be worse than it looks.",
    noApps: "Apps could not be read.",
    seen: "Last seen",
    seenNow: "now",
    never: "never",
    nothingPublished: "nothing published",
    applyFailed: "not applied",
    draftOnly: "draft",
    draftAhead: "draft ahead",
    rowsOf: (shown: number, all: number) =>
      shown === all
        ? plural(all, { one: "1 robot", other: `${formatCount(all)} robots` })
        : `${formatCount(shown)} of ${formatCount(all)} robots`,
    unjudged: (count: number) =>
      plural(count, {
        one: "1 has no value for this filter",
        other: `${formatCount(count)} have no value for this filter`
      }),
    noMatch: "No robot matches.",
    noMatchHint: (query: string) => `The filter is ${query}.`,
    clear: "Clear the filter",
    unknownKey: (key: string, near: string) => `Nothing is called “${key}” here. Did you mean ${near}?`,
    unknownKeyAlone: (key: string) => `“${key}” is taken for a slug; no row shows its value. Add it under Columns.`,
    first: "Connect your first robot.",
    firstHint: "It takes one command on the robot, or none: the simulator is a rover with a camera.",
    selectAll: "Select all robots of the list",
    selectRobot: (name: string) => `Select ${name}`,
    selectRow: "Select the robot of the row",
    select: "select",
    move: "move",
    open: "open",
    nextRow: "Next robot",
    previousRow: "Previous robot",
    focusFilter: "Filter the list"
  },
  de: {
    title: "Roboter",
    connect: "Roboter verbinden",
    filter: "Filter",
    filterHint: "Filter, etwa state:firing latency:>100 -rover",
    views: "Ansichten",
    viewAll: "Alle",
    viewOnline: "Online",
    viewAttention: "Braucht Aufmerksamkeit",
    viewAwaiting: "Wartend",
    columns: "Spalten",
    savedViews: "Gespeicherte Ansichten",
    peek: (name) => `${name} ansehen`,
    peekRow: "Roboter der Zeile ansehen",
    closePeek: "Leiste neben der Liste schließen",
    peekKey: "ansehen",
    name: "Name",
    state: "Zustand",
    latency: "Latenz",
    job: "Auftrag",
    configuration: "Konfiguration",
    apps: "Apps",
    partial:
      "Alarme, Aufträge oder Gesundheit waren nicht zu lesen: Einem Roboter kann es schlechter gehen, als es scheint.",
    noApps: "Apps waren nicht zu lesen.",
    seen: "Zuletzt gesehen",
    seenNow: "jetzt",
    never: "nie",
    nothingPublished: "nichts veröffentlicht",
    applyFailed: "nicht übernommen",
    draftOnly: "Entwurf",
    draftAhead: "Entwurf neuer",
    rowsOf: (shown, all) =>
      shown === all
        ? plural(all, { one: "1 Roboter", other: `${formatCount(all)} Roboter` })
        : `${formatCount(shown)} von ${formatCount(all)} Robotern`,
    unjudged: (count) =>
      plural(count, {
        one: "1 hat keinen Wert für diesen Filter",
        other: `${formatCount(count)} haben keinen Wert für diesen Filter`
      }),
    noMatch: "Kein Roboter passt.",
    noMatchHint: (query) => `Der Filter ist ${query}.`,
    clear: "Filter leeren",
    unknownKey: (key, near) => `„${key}“ gibt es hier nicht. Meinten Sie ${near}?`,
    unknownKeyAlone: (key) =>
      `„${key}“ gilt als Slug; keine Zeile zeigt seinen Wert. Fügen Sie ihn unter Spalten hinzu.`,
    first: "Verbinden Sie Ihren ersten Roboter.",
    firstHint: "Das braucht einen Befehl auf dem Roboter, oder keinen: Der Simulator ist ein Rover mit Kamera.",
    selectAll: "Alle Roboter der Liste auswählen",
    selectRobot: (name) => `${name} auswählen`,
    selectRow: "Roboter der Zeile auswählen",
    select: "auswählen",
    move: "bewegen",
    open: "öffnen",
    nextRow: "Nächster Roboter",
    previousRow: "Voriger Roboter",
    focusFilter: "Liste filtern"
  }
})
