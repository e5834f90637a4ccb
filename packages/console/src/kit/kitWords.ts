import { defineWords } from "../i18n/words.ts"

/** What the kit itself says. */
export const kitWords = defineWords({
  en: {
    breadcrumb: "Breadcrumb",
    close: "Close",
    copy: "Copy",
    copied: "Copied",
    retry: "Try again",
    requestId: (id: string) => `request ${id}`,
    meaning: "What this means",
    partFailed: (name: string) => `${name} could not be shown.`,
    partFailedHint: "The rest of the page goes on. Trying again may help; what happened is below.",
    loading: "Loading…",
    newFiles: "A part of this page could not be loaded: the console was renewed, or the network is gone.",
    newFilesHint: "Load the page again. A draft that was not saved is kept in this tab.",
    reload: "Reload",
    unreachable: "The service could not be reached.",
    asOf: "Shown as of",
    noAnswer: "The service did not answer in time.",
    between: (status: number) =>
      `Something before the service answered in its place (${status}): it may be restarting, or have too much to do.`,
    signedOut: "You are signed out.",
    whoMay: "An Owner of the organisation can do this, or raise your tier.",
    tryAgainIn: (seconds: number) => `Try again in ${seconds} s`,
    keys: (count: number) => (count === 1 ? "1 key" : `${count} keys`),
    items: (count: number) => (count === 1 ? "1 item" : `${count} items`),
    more: (count: number) => `${count} more`,
    characters: (count: string) => `Show all ${count} characters`
  },
  de: {
    breadcrumb: "Ort der Seite",
    close: "Schließen",
    copy: "Kopieren",
    copied: "Kopiert",
    retry: "Erneut versuchen",
    requestId: (id) => `Anfrage ${id}`,
    meaning: "Was das bedeutet",
    partFailed: (name) => `${name} konnte nicht angezeigt werden.`,
    partFailedHint: "Der Rest der Seite läuft weiter. Ein neuer Versuch kann helfen; was geschah, steht darunter.",
    loading: "Wird geladen …",
    newFiles: "Ein Teil dieser Seite ließ sich nicht laden: Die Konsole wurde erneuert, oder das Netz ist weg.",
    newFilesHint: "Laden Sie die Seite neu. Ein nicht gespeicherter Entwurf bleibt in diesem Tab erhalten.",
    reload: "Neu laden",
    unreachable: "Der Dienst ist nicht erreichbar.",
    asOf: "Gezeigt ist der Stand von",
    noAnswer: "Der Dienst hat nicht rechtzeitig geantwortet.",
    between: (status) =>
      `Statt des Dienstes antwortete etwas davor (${status}): Er startet vielleicht neu oder ist überlastet.`,
    signedOut: "Sie sind abgemeldet.",
    whoMay: "Ein Inhaber der Organisation kann das tun oder Ihre Stufe heben.",
    tryAgainIn: (seconds) => `Erneut in ${seconds} s`,
    keys: (count) => (count === 1 ? "1 Schlüssel" : `${count} Schlüssel`),
    items: (count) => (count === 1 ? "1 Element" : `${count} Elemente`),
    more: (count) => `${count} weitere`,
    characters: (count) => `Alle ${count} Zeichen zeigen`
  }
})
