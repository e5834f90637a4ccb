/** What the card says. */
export interface Texts {
  readonly locale: string
  readonly waiting: string
  readonly unreadable: string
  readonly online: string
  readonly offline: string
  readonly unknownState: string
  readonly battery: string
  readonly values: string
  readonly picture: (camera: string) => string
  readonly ago: (seconds: number) => string
  readonly job: string
  readonly jobState: Readonly<Record<string, string>>
  readonly cancel: string
  readonly command: string
  readonly which: string
  readonly optional: string
  readonly preview: string
  readonly run: string
  readonly working: string
  readonly wouldSend: (target: string) => string
  readonly sent: string
  readonly started: string
  readonly answered: string
  readonly needsYes: string
  readonly openPage: string
  readonly runAgain: string
  readonly stop: string
  readonly stopping: string
  readonly stopNote: string
  readonly stopped: (jobs: number, failsafes: number) => string
  readonly refused: string
}

export const en: Texts = {
  locale: "en",
  waiting: "Waiting for the robot…",
  unreadable: "What this robot offers cannot be read.",
  online: "Online",
  offline: "Offline",
  unknownState: "State unknown",
  battery: "Battery",
  values: "Values",
  picture: (camera) => `Camera ${camera}`,
  ago: (seconds) => (seconds < 60 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`),
  job: "Job",
  jobState: {
    running: "Running",
    unknown: "No report from the robot",
    succeeded: "Succeeded",
    failed: "Failed",
    cancelled: "Cancelled",
    lost: "Lost"
  },
  cancel: "Cancel this job",
  command: "Command",
  which: "What to do",
  optional: "optional",
  preview: "Preview",
  run: "Run",
  working: "Just a moment…",
  wouldSend: (target) => `Nothing is sent yet. Run sends this to ${target}:`,
  sent: "Sent.",
  started: "Started.",
  answered: "The robot answered:",
  needsYes: "This command needs your yes. Open the page, allow it there within a minute, then run it again.",
  openPage: "Open the page",
  runAgain: "Run again",
  stop: "Stop",
  stopping: "Stopping…",
  stopNote: "Cancels your jobs on this robot. It is no emergency stop.",
  stopped: (jobs, failsafes) => `Stopped. Jobs cancelled: ${jobs}. Publishers made safe: ${failsafes}.`,
  refused: "Refused"
}

export const de: Texts = {
  locale: "de",
  waiting: "Der Roboter wird gelesen …",
  unreadable: "Was dieser Roboter anbietet, lässt sich nicht lesen.",
  online: "Verbunden",
  offline: "Nicht verbunden",
  unknownState: "Zustand unbekannt",
  battery: "Akku",
  values: "Werte",
  picture: (camera) => `Kamera ${camera}`,
  ago: (seconds) => (seconds < 60 ? `vor ${seconds} s` : `vor ${Math.round(seconds / 60)} min`),
  job: "Auftrag",
  jobState: {
    running: "Läuft",
    unknown: "Keine Meldung vom Roboter",
    succeeded: "Erfolgreich",
    failed: "Fehlgeschlagen",
    cancelled: "Abgebrochen",
    lost: "Verloren"
  },
  cancel: "Auftrag abbrechen",
  command: "Befehl",
  which: "Was zu tun ist",
  optional: "freiwillig",
  preview: "Vorschau",
  run: "Ausführen",
  working: "Einen Moment …",
  wouldSend: (target) => `Noch ist nichts gesendet. Ausführen sendet dies an ${target}:`,
  sent: "Gesendet.",
  started: "Gestartet.",
  answered: "Der Roboter antwortete:",
  needsYes:
    "Dieser Befehl braucht Ihre Zustimmung. Öffnen Sie die Seite, erlauben Sie ihn dort binnen einer Minute und führen Sie ihn dann noch einmal aus.",
  openPage: "Seite öffnen",
  runAgain: "Noch einmal ausführen",
  stop: "Anhalten",
  stopping: "Wird angehalten …",
  stopNote: "Bricht Ihre Aufträge auf diesem Roboter ab. Es ist kein Not-Halt.",
  stopped: (jobs, failsafes) => `Angehalten. Abgebrochene Aufträge: ${jobs}. Gesicherte Publisher: ${failsafes}.`,
  refused: "Abgelehnt"
}

/** The texts of a language; English where there are none. */
export const textsOf = (locale: unknown): Texts => (/^de\b/i.test(String(locale)) ? de : en)
