import { defineWords } from "../../../i18n/words.ts"

export const cameraWords = defineWords({
  en: {
    camera: (slug: string) => `Camera ${slug}`,
    choose: "Camera",
    live: "Live",
    connecting: "Connecting",
    frozen: "Frozen",
    reconnecting: "Reconnecting",
    stills: "Stills",
    ended: "Ended",
    paused: "Still",
    play: "Play",
    pause: "Pause",
    fill: "Fill the screen",
    old: (age: string) => `${age} old`,
    size: (width: number, height: number) => `${width} × ${height}`,
    noStill: "No picture yet.",
    noStillHint: "The camera has not sent one since it was published.",
    veil: (age: string) => `Picture is ${age} old`,
    clockUnknown: "age unknown: the robot's clock is off",
    offline: "The robot is offline. This is its last still.",
    lowBandwidth: "Low bandwidth: live video is paused by the robot."
  },
  de: {
    camera: (slug) => `Kamera ${slug}`,
    choose: "Kamera",
    live: "Live",
    connecting: "Verbindet",
    frozen: "Eingefroren",
    reconnecting: "Verbindet neu",
    stills: "Einzelbilder",
    ended: "Beendet",
    paused: "Standbild",
    play: "Abspielen",
    pause: "Anhalten",
    fill: "Bildschirm füllen",
    old: (age) => `${age} alt`,
    size: (width, height) => `${width} × ${height}`,
    noStill: "Noch kein Bild.",
    noStillHint: "Die Kamera hat seit der Veröffentlichung keines gesendet.",
    veil: (age) => `Das Bild ist ${age} alt`,
    clockUnknown: "Alter unbekannt: die Uhr des Roboters geht falsch",
    offline: "Der Roboter ist offline. Dies ist sein letztes Standbild.",
    lowBandwidth: "Schmale Leitung: Der Roboter pausiert das Live-Video."
  }
})
