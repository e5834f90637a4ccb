import { defineWords, plural } from "../i18n/words.ts"

export const stopWords = defineWords({
  en: {
    stop: "Stop",
    sending: "Stop is on its way…",
    notSent: "Not sent: no link.",
    failsafe: (ms: number) => `The robot's own failsafe acts after ${ms} ms without a message.`,
    failsafeAny: "What is driven stops by the robot's own failsafe.",
    noAnswer: "Not confirmed: the service did not answer in time. It may have been sent.",
    signedOut: "Not sent: you are signed out.",
    offline: "Not sent: the robot has no bridge connected.",
    nothing: "Stopped. No job was running and nobody was driving.",
    stopped: "Stopped.",
    cancelled: "cancel accepted",
    silenced: "failsafe sent",
    dismiss: "Dismiss",
    viewers: "Who looks at this robot",
    look: (count: number) => plural(count, { one: "1 viewer", other: `${count} viewers` })
  },
  de: {
    stop: "Stopp",
    sending: "Stopp ist unterwegs …",
    notSent: "Nicht gesendet: keine Verbindung.",
    failsafe: (ms) => `Der Roboter hält nach ${ms} ms ohne Nachricht von selbst an.`,
    failsafeAny: "Was gefahren wird, hält durch das eigene Failsafe des Roboters an.",
    noAnswer: "Nicht bestätigt: Der Dienst hat nicht rechtzeitig geantwortet. Vielleicht wurde es gesendet.",
    signedOut: "Nicht gesendet: Sie sind abgemeldet.",
    offline: "Nicht gesendet: Am Roboter ist keine Bridge verbunden.",
    nothing: "Angehalten. Kein Auftrag lief, niemand fuhr.",
    stopped: "Angehalten.",
    cancelled: "Abbruch angenommen",
    silenced: "Failsafe gesendet",
    dismiss: "Ausblenden",
    viewers: "Wer diesen Roboter ansieht",
    look: (count) => plural(count, { one: "1 sieht zu", other: `${count} sehen zu` })
  }
})
