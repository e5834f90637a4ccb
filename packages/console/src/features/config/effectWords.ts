import { defineWords, plural } from "../../i18n/words.ts"

/** What a publish changes, and what mends a problem. */
export const effectWords = defineWords({
  en: {
    moreEffects: (count: number) => `and ${count} more`,
    when: "When you publish",
    nothingChanges: "Nothing changes: the draft says what the robot runs.",
    nothingRemoved: "Nothing is removed. No grant, chart or recording loses its slug.",
    firstPublish: "This is the first version. Roles, charts and alerts can use what it exposes.",
    notYet: "Shown once the text is a configuration.",
    formOnly: "Only comments or the order of keys differ.",

    added: (kind: string) => `is a new ${kind}. No role has it yet.`,
    removed: (kind: string) => `is removed. Roles lose the ${kind}.`,
    renamed: (to: string) =>
      `seems to become ${to}. Published so, it is a new thing: grants, history and alerts stay behind.`,
    renameInstead: (to: string) => `Rename it to ${to} instead`,
    retargeted: "points elsewhere on the robot: its history goes on with other values.",
    became: (kind: string, now: string) => `was a ${kind} and is a ${now} now: who had it loses it.`,
    condition: (slug: string) => `of ${slug} changes its condition: its state starts again at ok.`,
    alertAdded: (slug: string) => `is a new alert of ${slug}.`,
    alertRemoved: (slug: string) => `of ${slug} is removed with its state.`,
    retentionLost: "is recorded no longer. What was recorded stays until its time.",
    retentionStarted: "is recorded from then on.",
    jointCleared: "loses its place as the joints of the robot's model.",
    cameraRestarted: "changes: whoever watches it live starts again.",
    failsafe: "has another failsafe.",
    jobEnds: (count: number) => `${count === 1 ? "runs now and is" : `runs ${count} times and is`} cancelled by this.`,
    jobGoesOn: (count: number) => (count === 1 ? "runs now and goes on." : `runs ${count} times and goes on.`),
    changedThing: "changes its description, parameters or display.",
    sectionChanged: "changes.",
    usage: (grants: number, apps: number, alerts: number) =>
      [
        grants === 0 ? "no role has it" : `${grants} ${plural(grants, { one: "role has", other: "roles have" })} it`,
        ...(apps === 0 ? [] : [`${apps} ${plural(apps, { one: "app", other: "apps" })}`]),
        ...(alerts === 0 ? [] : [`${alerts} ${plural(alerts, { one: "alert", other: "alerts" })}`])
      ].join(", "),
    recorded: "its history is recorded",

    kindDatapoint: "datapoint",
    kindAction: "action",
    kindService: "service",
    kindPublisher: "publisher",
    kindCamera: "camera",

    fixSet: (subject: string, value: string) => `Set ${subject} to ${value}`,
    fixUse: (value: string) => `Use ${value}`,
    fixRename: (subject: string, value: string) => `Rename ${subject} to ${value}`,
    fixRemove: (subject: string) => `Remove ${subject}`,
    fixInsert: (subject: string, value: string) => `Insert ${subject}${value === "" ? "" : `: ${value}`}`,
    fixDeclare: (subject: string, value: string) => `Declare ${subject} as ${value}`,
    fixQuote: (value: string) => `Write ${value}`
  },
  de: {
    moreEffects: (count) => `und ${count} weitere`,
    when: "Wenn Sie veröffentlichen",
    nothingChanges: "Nichts ändert sich: der Entwurf sagt, was der Roboter fährt.",
    nothingRemoved: "Nichts wird entfernt. Kein Recht, kein Diagramm, keine Aufzeichnung verliert ihren Slug.",
    firstPublish: "Das ist die erste Version. Rollen, Diagramme und Alarme können nutzen, was sie zeigt.",
    notYet: "Steht hier, sobald der Text eine Konfiguration ist.",
    formOnly: "Nur Kommentare oder die Reihenfolge der Schlüssel sind anders.",

    added: (kind) => `ist neu (${kind}). Noch hat es keine Rolle.`,
    removed: (kind) => `wird entfernt (${kind}). Rollen verlieren es.`,
    renamed: (to) =>
      `wird wohl zu ${to}. So veröffentlicht ist es etwas Neues: Rechte, Verlauf und Alarme bleiben zurück.`,
    renameInstead: (to) => `Stattdessen in ${to} umbenennen`,
    retargeted: "zeigt auf etwas anderes am Roboter: der Verlauf geht mit anderen Werten weiter.",
    became: (kind, now) => `war ${kind} und ist jetzt ${now}: wer es hatte, verliert es.`,
    condition: (slug) => `von ${slug} ändert seine Bedingung: sein Zustand beginnt wieder bei ok.`,
    alertAdded: (slug) => `ist ein neuer Alarm von ${slug}.`,
    alertRemoved: (slug) => `von ${slug} wird mit seinem Zustand entfernt.`,
    retentionLost: "wird nicht mehr aufgezeichnet. Was aufgezeichnet ist, bleibt bis zu seiner Frist.",
    retentionStarted: "wird von da an aufgezeichnet.",
    jointCleared: "ist nicht mehr die Quelle der Gelenke im Modell des Roboters.",
    cameraRestarted: "ändert sich: wer live zusieht, beginnt neu.",
    failsafe: "hat einen anderen Failsafe.",
    jobEnds: (count) => `${count === 1 ? "läuft jetzt und wird" : `läuft ${count}-mal und wird`} dadurch abgebrochen.`,
    jobGoesOn: (count) => (count === 1 ? "läuft jetzt und läuft weiter." : `läuft ${count}-mal und läuft weiter.`),
    changedThing: "ändert Beschreibung, Parameter oder Anzeige.",
    sectionChanged: "ändert sich.",
    usage: (grants, apps, alerts) =>
      [
        grants === 0
          ? "keine Rolle hat es"
          : `${grants} ${plural(grants, { one: "Rolle hat", other: "Rollen haben" })} es`,
        ...(apps === 0 ? [] : [`${apps} ${plural(apps, { one: "App", other: "Apps" })}`]),
        ...(alerts === 0 ? [] : [`${alerts} ${plural(alerts, { one: "Alarm", other: "Alarme" })}`])
      ].join(", "),
    recorded: "der Verlauf wird aufgezeichnet",

    kindDatapoint: "Datenpunkt",
    kindAction: "Aktion",
    kindService: "Dienst",
    kindPublisher: "Publisher",
    kindCamera: "Kamera",

    fixSet: (subject, value) => `${subject} auf ${value} setzen`,
    fixUse: (value) => `${value} verwenden`,
    fixRename: (subject, value) => `${subject} in ${value} umbenennen`,
    fixRemove: (subject) => `${subject} entfernen`,
    fixInsert: (subject, value) => `${subject}${value === "" ? "" : `: ${value}`} einfügen`,
    fixDeclare: (subject, value) => `${subject} als ${value} vereinbaren`,
    fixQuote: (value) => `${value} schreiben`
  }
})
