import { defineWords } from "../i18n/words.ts"

/** What the account and the calls of the page say: loaded when one of them is opened. */
export const drawerWords = defineWords({
  en: {
    theme: "Theme",
    themeSystem: "System",
    themeLight: "Light",
    themeDark: "Dark",
    density: "Density",
    comfortable: "Comfortable",
    compact: "Compact",
    language: "Language",
    zone: "Times in",
    zoneHere: "this device's time zone",
    singleKeys: "Single letters as commands",
    docs: "Documentation",
    showApiHint: "What this page asked the service for. Nothing here holds a secret: $TOKEN is yours.",
    apiNone: "This page has asked for nothing yet.",
    apiLanguage: "Written as",
    apiOnce: "Before the first",
    apiFollowed: "followed",
    apiMoreFollowed: (count: number) => `${count} more are followed in the same way.`,
    apiElsewhere: (count: number) =>
      count === 1 ? "One more cannot be said here: see curl." : `${count} more cannot be said here: see curl.`,
    apiFollowedElsewhere: "What is followed needs a socket: see TypeScript."
  },
  de: {
    theme: "Farben",
    themeSystem: "System",
    themeLight: "Hell",
    themeDark: "Dunkel",
    density: "Dichte",
    comfortable: "Bequem",
    compact: "Dicht",
    language: "Sprache",
    zone: "Zeiten in",
    zoneHere: "Zeitzone dieses Geräts",
    singleKeys: "Einzelne Buchstaben als Befehle",
    docs: "Dokumentation",
    showApiHint: "Was diese Seite den Dienst gefragt hat. Nichts davon ist geheim: $TOKEN setzen Sie ein.",
    apiNone: "Diese Seite hat noch nichts gefragt.",
    apiLanguage: "Geschrieben als",
    apiOnce: "Vor dem ersten",
    apiFollowed: "laufend",
    apiMoreFollowed: (count) => `${count} weitere werden ebenso verfolgt.`,
    apiElsewhere: (count) =>
      count === 1
        ? "Eine weitere lässt sich hier nicht ausdrücken: siehe curl."
        : `${count} weitere lassen sich hier nicht ausdrücken: siehe curl.`,
    apiFollowedElsewhere: "Was laufend kommt, braucht einen Socket: siehe TypeScript."
  }
})
