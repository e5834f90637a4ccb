import { defineWords } from "../i18n/words.ts"

export const sessionWords = defineWords({
  en: {
    ended: "You were signed out.",
    endedHint:
      "Your session ended in another window or on another device, was withdrawn, or took too long. What you typed stays on this page while you sign in in another window.",
    endedSince: (time: string) => `You are signed out since ${time}.`,
    endedStrip: "What stands here is from before then; nothing is saved, and no command is sent.",
    again: "Sign in again",
    elsewhere: "Sign in in another window"
  },
  de: {
    ended: "Sie wurden abgemeldet.",
    endedHint:
      "Ihre Sitzung wurde in einem anderen Fenster oder auf einem anderen Gerät beendet, entzogen oder dauerte zu lange. Was Sie getippt haben, bleibt auf dieser Seite, während Sie sich in einem anderen Fenster anmelden.",
    endedSince: (time) => `Sie sind seit ${time} abgemeldet.`,
    endedStrip: "Was hier steht, ist von davor; nichts wird gespeichert und kein Befehl gesendet.",
    again: "Erneut anmelden",
    elsewhere: "In einem anderen Fenster anmelden"
  }
})
