import { defineWords } from "../../../i18n/words.ts"

/** What stands in the panel beside the list. */
export const peekWords = defineWords({
  en: {
    name: (robot: string) => `A look at ${robot}`,
    close: "Close the panel",
    open: "Open live",
    configuration: "Configuration",
    latency: "Latency",
    seen: "Last seen",
    apps: "Apps",
    now: "now",
    never: "never",
    nothing: "nothing published",
    alerts: "Firing",
    faults: "Failing",
    jobs: "Jobs",
    noJobs: "No job runs.",
    values: "Latest values",
    noValues: "This robot shows nothing yet.",
    choose: "Choose what to show",
    moreValues: (count: number) => `${count} more on the live page`,
    gone: "This robot is no longer in the list.",
    goneHint: "It was deleted, or belongs to another organisation.",
    outside: "Not in this filter"
  },
  de: {
    name: (robot) => `Ein Blick auf ${robot}`,
    close: "Leiste schließen",
    open: "Live öffnen",
    configuration: "Konfiguration",
    latency: "Latenz",
    seen: "Zuletzt gesehen",
    apps: "Apps",
    now: "jetzt",
    never: "nie",
    nothing: "nichts veröffentlicht",
    alerts: "Alarm",
    faults: "Gestört",
    jobs: "Aufträge",
    noJobs: "Es läuft kein Auftrag.",
    values: "Neueste Werte",
    noValues: "Dieser Roboter zeigt noch nichts.",
    choose: "Auswählen, was zu sehen ist",
    moreValues: (count) => `${count} weitere auf der Live-Seite`,
    gone: "Diesen Roboter gibt es in der Liste nicht mehr.",
    goneHint: "Er wurde gelöscht oder gehört zu einer anderen Organisation.",
    outside: "Nicht in diesem Filter"
  }
})
