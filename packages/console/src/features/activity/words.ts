import { defineWords, plural } from "../../i18n/words.ts"

export const words = defineWords({
  en: {
    title: "Activity",
    filter: "Filter",
    filterHint: "Filter, as in action:config.* actor:olive since:24h",
    quiet: "Quiet so far.",
    quietHint: "Whoever changes, starts or signs in leaves a line here.",
    noMatch: "Nothing matches.",
    clear: "Clear the filter",
    loadMore: "Load older entries",
    pause: "Pause",
    go: "Go on",
    waiting: (count: number) => plural(count, { one: "1 new entry waits", other: `${count} new entries wait` }),
    times: (count: number) => `${count} times`,
    live: "happening now, not yet in the audit",
    dropped: (count: number) =>
      plural(count, {
        one: "1 event was not sent; read the audit.",
        other: `${count} events were not sent; read the audit.`
      }),
    auditAlone: "A filter looks through the audit; what happens now is shown without one.",
    forgotten: (count: number) =>
      plural(count, {
        one: "1 older event of now is not shown any more.",
        other: `${count} older events of now are not shown any more.`
      }),
    said: "Each time it happened",
    more: (count: number) => `and ${count} more`,
    openJob: "Open the job",
    missed: "Some events were missed while the link was lost; the audit has what is kept.",
    details: "Details",
    entry: (seq: number) => `entry ${seq}`,
    export: "Export as CSV",
    exportOff: "The plan has no export of the audit.",
    list: "Entries",
    filteredHere: (count: number) => `filtered here, over ${count} entries that were read`,
    unknownKey: (key: string, near: string) => `Nothing is called “${key}” here. Did you mean ${near}?`,
    unknownKeyAlone: (key: string) => `Nothing is called “${key}” here.`,
    badTime: (text: string) => `“${text}” is no time. Write 30m, 24h, 7d or 2026-11-28.`,
    jobEvent: (slug: string, state: string) => `job ${slug}: ${state}`,
    alertEvent: (name: string, state: string) => `alert ${name}: ${state}`,
    bridgeEvent: (state: string) => `bridge ${state}`,
    healthEvent: (what: string) => `health of ${what}`
  },
  de: {
    title: "Aktivität",
    filter: "Filter",
    filterHint: "Filter, etwa action:config.* actor:olive since:24h",
    quiet: "Noch ist es ruhig.",
    quietHint: "Wer etwas ändert, startet oder sich anmeldet, hinterlässt hier eine Zeile.",
    noMatch: "Nichts passt.",
    clear: "Filter leeren",
    loadMore: "Ältere Einträge laden",
    pause: "Anhalten",
    go: "Weiter",
    waiting: (count) => plural(count, { one: "1 neuer Eintrag wartet", other: `${count} neue Einträge warten` }),
    times: (count) => `${count}-mal`,
    live: "geschieht gerade, steht noch nicht im Audit",
    dropped: (count) =>
      plural(count, {
        one: "1 Ereignis wurde nicht gesendet; lesen Sie das Audit.",
        other: `${count} Ereignisse wurden nicht gesendet; lesen Sie das Audit.`
      }),
    auditAlone: "Ein Filter durchsucht das Audit; was gerade geschieht, ist ohne Filter zu sehen.",
    forgotten: (count) =>
      plural(count, {
        one: "1 älteres Ereignis von eben wird nicht mehr gezeigt.",
        other: `${count} ältere Ereignisse von eben werden nicht mehr gezeigt.`
      }),
    said: "Jedes Mal, da es geschah",
    more: (count) => `und ${count} weitere`,
    openJob: "Auftrag öffnen",
    missed: "Während die Verbindung weg war, fehlen Ereignisse; das Audit hat, was aufbewahrt wird.",
    details: "Einzelheiten",
    entry: (seq) => `Eintrag ${seq}`,
    export: "Als CSV ausgeben",
    exportOff: "Der Tarif hat keine Ausgabe des Audits.",
    list: "Einträge",
    filteredHere: (count) => `hier gefiltert, über ${count} gelesene Einträge`,
    unknownKey: (key, near) => `„${key}“ gibt es hier nicht. Meinten Sie ${near}?`,
    unknownKeyAlone: (key) => `„${key}“ gibt es hier nicht.`,
    badTime: (text) => `„${text}“ ist keine Zeit. Schreiben Sie 30m, 24h, 7d oder 2026-11-28.`,
    jobEvent: (slug, state) => `Auftrag ${slug}: ${state}`,
    alertEvent: (name, state) => `Alarm ${name}: ${state}`,
    bridgeEvent: (state) => `Bridge ${state}`,
    healthEvent: (what) => `Zustand von ${what}`
  }
})
