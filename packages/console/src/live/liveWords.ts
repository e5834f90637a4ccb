import { defineWords } from "../i18n/words.ts"

export const liveWords = defineWords({
  en: {
    on: "On",
    off: "Off",
    noValue: "no value",
    notANumber: "not a number",
    asOf: (clock: string) => `as of ${clock}`,
    old: (age: string) => `${age} old`,
    latest: (name: string, value: string, least: string, most: string) =>
      `${name}: ${value}; between ${least} and ${most} in the window`,
    noneYet: (name: string) => `${name}: no values yet`,
    nearest: (metres: string, side: string) => `nearest ${metres} m ${side}`,
    nothingNear: "nothing within range",
    ahead: "ahead",
    behind: "behind",
    left: "on the left",
    right: "on the right",
    joint: "joint",
    position: "position",
    velocity: "velocity",
    effort: "effort",
    changes: (count: number) => (count === 1 ? "1 change" : `${count} changes`),
    keys: (count: number) => (count === 1 ? "1 key" : `${count} keys`),
    items: (count: number) => (count === 1 ? "1 item" : `${count} items`),
    more: (count: number) => `${count} more not shown`
  },
  de: {
    on: "An",
    off: "Aus",
    noValue: "kein Wert",
    notANumber: "keine Zahl",
    asOf: (clock) => `Stand ${clock}`,
    old: (age) => `${age} alt`,
    latest: (name, value, least, most) => `${name}: ${value}; zwischen ${least} und ${most} im Zeitraum`,
    noneYet: (name) => `${name}: noch keine Werte`,
    nearest: (metres, side) => `am nächsten ${metres} m ${side}`,
    nothingNear: "nichts in Reichweite",
    ahead: "voraus",
    behind: "hinten",
    left: "links",
    right: "rechts",
    joint: "Gelenk",
    position: "Position",
    velocity: "Geschwindigkeit",
    effort: "Kraft",
    changes: (count) => (count === 1 ? "1 Änderung" : `${count} Änderungen`),
    keys: (count) => (count === 1 ? "1 Schlüssel" : `${count} Schlüssel`),
    items: (count) => (count === 1 ? "1 Element" : `${count} Elemente`),
    more: (count) => `${count} weitere nicht gezeigt`
  }
})
