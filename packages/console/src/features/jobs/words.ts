import { spelled } from "../../format/spelled.ts"
import { defineWords, plural } from "../../i18n/words.ts"

export const words = defineWords({
  en: {
    title: "Jobs",
    running: "Running now",
    nothingRuns: "No job runs.",
    history: "History",
    filter: "Filter",
    filterHint: "Filter, as in state:failed slug:dock since:24h",
    state: "State",
    robot: "Robot",
    slug: "Slug",
    started: "Started",
    duration: "Duration",
    who: "Who",
    result: "Result",
    external: "started at the robot",
    none: "No job has run yet.",
    noneHint: "Actions and services of your robots appear here, with how they ended.",
    noMatch: "No job matches.",
    clear: "Clear the filter",
    runs: (running: number, unknown: number) => {
      const runs =
        running === 0
          ? "No job runs."
          : plural(running, { one: "One job runs.", other: `${spelled.en(running)} jobs run.` })
      if (unknown === 0) return runs
      return `${runs} ${plural(unknown, { one: "One is unknown.", other: `${spelled.en(unknown)} are unknown.` })}`
    },
    today: (started: number, failed: number) =>
      started === 0
        ? "None has begun today."
        : `${plural(started, { one: "1 began today", other: `${started} began today` })}, ${failed === 0 ? "none failed" : plural(failed, { one: "1 failed or was lost", other: `${failed} failed or were lost` })}.`,
    export: (count: number) => `Save ${count} as CSV`,
    loadMore: "Load older jobs",
    full: (count: number) => `this list holds ${count} jobs`,
    older: "Show older ones",
    noneAmong: (count: number) => `None of the ${count} jobs that were read matches.`,
    shown: (count: number) => plural(count, { one: "1 job", other: `${count} jobs` }),
    filteredHere: (count: number) => `filtered here, over ${count} jobs that were read`,
    on: "on",
    cancel: (slug: string) => `Cancel ${slug}`,
    cancelAsked: (time: string) => `Cancel asked ${time}, the robot has not answered.`,
    cancelDone: "The robot accepted the cancel. It says itself when the job has ended.",
    cancelReachedNothing: "Nothing of this job ran any more.",
    serviceCancel: "a call of a service cannot be cancelled",
    goals: "What the robot answered",
    goal0: "accepted",
    goal1: "refused to cancel",
    goal2: "does not know this goal",
    goal3: "had ended already",
    goalSilent: "did not answer",
    unknownKey: (key: string, near: string) => `Nothing is called “${key}” here. Did you mean ${near}?`,
    unknownKeyAlone: (key: string) => `Nothing is called “${key}” here.`,
    open: "Open",
    times: "Times",
    ended: "Ended",
    feedback: "Feedback",
    error: "Error",
    noResult: "It gave no result.",
    runAgain: "Run again…",
    parameters: "Parameters",
    parametersHere: "As this tab sent them. “Run again” fills the form in with them; nothing is sent by it.",
    parametersNone: "It was started without parameters.",
    parametersUnknown:
      "The service keeps no parameters of a run, and this tab did not start it: the form begins as you left it.",
    now: "Now",
    lastProgress: (percent: string) => `last heard ${percent}`,
    startedBy: "started by",
    startedThere: "started at the robot",
    waitsForRobot: "waits until the robot answers, or says that it does not know the job",
    waitsForEnd: "waits for the robot to say that it has ended",
    allJobs: "All jobs",
    gone: "No such job here.",
    goneHint: "It was never there, it is older than what your plan keeps, or its robot was deleted.",
    kindAction: "action",
    kindService: "service",
    badTime: (text: string) => `“${text}” is no time. Write 30m, 24h, 7d or 2026-11-28.`
  },
  de: {
    title: "Aufträge",
    running: "Läuft gerade",
    nothingRuns: "Kein Auftrag läuft.",
    history: "Verlauf",
    filter: "Filter",
    filterHint: "Filter, etwa state:failed slug:dock since:24h",
    state: "Zustand",
    robot: "Roboter",
    slug: "Slug",
    started: "Gestartet",
    duration: "Dauer",
    who: "Wer",
    result: "Ergebnis",
    external: "am Roboter gestartet",
    none: "Noch lief kein Auftrag.",
    noneHint: "Actions und Services Ihrer Roboter erscheinen hier, mit ihrem Ausgang.",
    noMatch: "Kein Auftrag passt.",
    clear: "Filter leeren",
    runs: (running, unknown) => {
      const runs =
        running === 0
          ? "Kein Auftrag läuft."
          : plural(running, { one: "Ein Auftrag läuft.", other: `${spelled.de(running)} Aufträge laufen.` })
      if (unknown === 0) return runs
      return `${runs} ${plural(unknown, { one: "Einer ist unklar.", other: `${spelled.de(unknown)} sind unklar.` })}`
    },
    today: (started, failed) =>
      started === 0
        ? "Heute begann noch keiner."
        : `${plural(started, { one: "1 begann heute", other: `${started} begannen heute` })}, ${failed === 0 ? "keiner scheiterte" : plural(failed, { one: "1 scheiterte oder ging verloren", other: `${failed} scheiterten oder gingen verloren` })}.`,
    export: (count) => `${count} als CSV speichern`,
    loadMore: "Ältere Aufträge laden",
    full: (count) => `diese Liste fasst ${count} Aufträge`,
    older: "Ältere zeigen",
    noneAmong: (count) => `Keiner der ${count} gelesenen Aufträge passt.`,
    shown: (count) => plural(count, { one: "1 Auftrag", other: `${count} Aufträge` }),
    filteredHere: (count) => `hier gefiltert, über ${count} gelesene Aufträge`,
    on: "auf",
    cancel: (slug) => `${slug} abbrechen`,
    cancelAsked: (time) => `Abbruch um ${time} verlangt, der Roboter hat nicht geantwortet.`,
    cancelDone: "Der Roboter hat den Abbruch angenommen. Dass der Auftrag endete, sagt er selbst.",
    cancelReachedNothing: "Von diesem Auftrag lief nichts mehr.",
    serviceCancel: "der Aufruf eines Services lässt sich nicht abbrechen",
    goals: "Was der Roboter antwortete",
    goal0: "angenommen",
    goal1: "verweigert den Abbruch",
    goal2: "kennt dieses Ziel nicht",
    goal3: "war schon beendet",
    goalSilent: "antwortete nicht",
    unknownKey: (key, near) => `„${key}“ gibt es hier nicht. Meinten Sie ${near}?`,
    unknownKeyAlone: (key) => `„${key}“ gibt es hier nicht.`,
    open: "Öffnen",
    times: "Zeiten",
    ended: "Beendet",
    feedback: "Feedback",
    error: "Fehler",
    noResult: "Es gab kein Ergebnis.",
    runAgain: "Erneut starten …",
    parameters: "Parameter",
    parametersHere:
      "Wie dieser Tab sie gesendet hat. „Erneut starten“ füllt das Formular damit; gesendet wird dabei nichts.",
    parametersNone: "Er wurde ohne Parameter gestartet.",
    parametersUnknown:
      "Der Dienst behält keine Parameter, und dieser Tab hat den Auftrag nicht gestartet: Das Formular beginnt, wie Sie es verlassen haben.",
    now: "Jetzt",
    lastProgress: (percent) => `zuletzt ${percent}`,
    startedBy: "gestartet von",
    startedThere: "am Roboter gestartet",
    waitsForRobot: "wartet, bis der Roboter antwortet oder sagt, dass er den Auftrag nicht kennt",
    waitsForEnd: "wartet, bis der Roboter das Ende meldet",
    allJobs: "Alle Aufträge",
    gone: "Diesen Auftrag gibt es hier nicht.",
    goneHint: "Es gab ihn nie, er ist älter, als Ihr Tarif aufbewahrt, oder sein Roboter wurde gelöscht.",
    kindAction: "Action",
    kindService: "Service",
    badTime: (text) => `„${text}“ ist keine Zeit. Schreiben Sie 30m, 24h, 7d oder 2026-11-28.`
  }
})
