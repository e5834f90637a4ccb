import { defineWords } from "../../i18n/words.ts"

export const offerWords = defineWords({
  en: {
    change: "What it changes",
    dismiss: "Dismiss",
    gone: (slug: string) => `This draft has no datapoint ${slug}.`,
    goneHint: "It may have another name here, or be of a version that is not the draft's.",
    record: (slug: string) => `${slug} is not recorded.`,
    recordHint: (seconds: number) =>
      `With retention, its history is kept: a value each ${seconds} s at most. It begins when you publish.`,
    recordAdd: "Turn on retention",
    recordNoPlace: "The text has no place for it that is certain: write retention under the datapoint.",
    alert: (slug: string) => `A new alert on ${slug}.`,
    alertHint: "Nothing is in the draft before you press. It watches when you publish.",
    alertAdd: "Add to the draft",
    alertWhole: "It is a whole message, and an alert needs one value of it: name it with field first.",
    alertNoPlace: "The text has no place for it that is certain: write alerts under the datapoint."
  },
  de: {
    change: "Was sich ändert",
    dismiss: "Ausblenden",
    gone: (slug) => `Dieser Entwurf hat keinen Datenpunkt ${slug}.`,
    goneHint: "Vielleicht heißt er hier anders, oder er gehört zu einer anderen Version als der Entwurf.",
    record: (slug) => `${slug} wird nicht aufgezeichnet.`,
    recordHint: (seconds) =>
      `Mit retention wird der Verlauf behalten: höchstens alle ${seconds} s ein Wert. Das beginnt mit dem Veröffentlichen.`,
    recordAdd: "retention einschalten",
    recordNoPlace: "Der Text hat keine sichere Stelle dafür: Schreiben Sie retention unter den Datenpunkt.",
    alert: (slug) => `Ein neuer Alarm auf ${slug}.`,
    alertHint: "Bis Sie drücken, steht nichts im Entwurf. Überwacht wird ab dem Veröffentlichen.",
    alertAdd: "In den Entwurf einfügen",
    alertWhole: "Er ist eine ganze Nachricht, ein Alarm braucht einen Wert daraus: Nennen Sie ihn zuerst mit field.",
    alertNoPlace: "Der Text hat keine sichere Stelle dafür: Schreiben Sie alerts unter den Datenpunkt."
  }
})
