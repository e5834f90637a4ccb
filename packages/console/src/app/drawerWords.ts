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
    apiNoWay: "There is no way to say this here."
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
    apiNoWay: "Das lässt sich hier nicht ausdrücken."
  }
})
