import { defineWords } from "../../i18n/words.ts"

export const recordWords = defineWords({
  en: {
    notRecorded: (slug: string) => `${slug} is not recorded.`,
    hint: (seconds: number) =>
      `With retention, its history is kept: a value each ${seconds} s at most. It begins when you publish.`,
    add: "Turn on retention",
    noPlace: "The text has no place for it that is certain: write retention under the datapoint.",
    gone: (slug: string) => `This draft has no datapoint ${slug}.`,
    dismiss: "Dismiss"
  },
  de: {
    notRecorded: (slug) => `${slug} wird nicht aufgezeichnet.`,
    hint: (seconds) =>
      `Mit retention wird der Verlauf behalten: höchstens alle ${seconds} s ein Wert. Das beginnt mit dem Veröffentlichen.`,
    add: "retention einschalten",
    noPlace: "Der Text hat keine sichere Stelle dafür: Schreiben Sie retention unter den Datenpunkt.",
    gone: (slug) => `Dieser Entwurf hat keinen Datenpunkt ${slug}.`,
    dismiss: "Ausblenden"
  }
})
